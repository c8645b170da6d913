// retarget: --arch gfx90a,gfx950
// What an architecture cannot give a block is told with what it has.
#include <hip/hip_runtime.h>

#define WIDTH 128
constexpr int COUNT = 100 * 1024;
constexpr size_t PLAIN = 98304;

__global__ void dynamic(float* out) { extern __shared__ float tile[]; out[0] = tile[0]; }
template <int N> __global__ __launch_bounds__(64) void both(float* out) {
  __shared__ float own[1024];
  extern __shared__ float more[];
  out[N] = own[0] + more[0];
}
template <class T> struct Of {};
template <class T> __global__ __launch_bounds__(64) void typed(float* out) {
  __shared__ float own[1024];
  out[0] = own[0];
}
__global__ void large(float* out) {
  __shared__ float a[WIDTH][WIDTH], unknown[sizeof(out)]; // want [launch-limits] 'large' has 73,728 bytes of shared memory, and gfx90a has 65,536 for a block: use less
  __shared__ unsigned long long b[WIDTH * 8];
  out[0] = a[0][0] + b[0];
}

void run(float* out, int n) {
  hipFuncSetAttribute(reinterpret_cast<const void*>(dynamic), hipFuncAttributeMaxDynamicSharedMemorySize, PLAIN); // want [launch-limits] asks for 98,304 bytes of dynamic shared memory, and gfx90a has 65,536 for a block: the request fails
  hipFuncSetAttribute(reinterpret_cast<const void*>(dynamic), hipFuncAttributeMaxDynamicSharedMemorySize, 200 << 10); // want [launch-limits] 204,800 bytes .* gfx90a has 65,536 for a block, gfx950 has 163,840 for a block
  dynamic<<<n, 64, (WIDTH + 1) * WIDTH * sizeof(float)>>>(out); // want [launch-limits] 66,048 bytes of dynamic shared memory, and gfx90a has
  both<3><<<n, 64, 16 * 1024 * sizeof(float), 0>>>(out); // want [launch-limits] 65,536 bytes of dynamic shared memory beside 4,096 of its own
  typed<Of<Of<int>>><<<n, 64, 16 * 1024 * sizeof(float)>>>(out); // want [launch-limits] 65,536 bytes of dynamic shared memory beside 4,096 of its own
  dynamic<<<n, 2048>>>(out); // want [launch-limits] a block of 2,048 threads: 'dynamic' does not start, 1,024 are the most
  dynamic<<<dim3(1 << 24), dim3(256)>>>(out); // want [launch-limits] 16,777,216 blocks of 256 threads along x
}
