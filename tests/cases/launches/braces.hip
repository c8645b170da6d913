// nvcc takes a list in braces for the grid and the block; clang does not. No block is proved of one.
#include <hip/hip_runtime.h>

__global__ void kernel(float* a, int n) { a[threadIdx.x] = n; }
template <int size>
__global__ __launch_bounds__(32) void sized(float* a) { a[threadIdx.x] = size; }

__global__ void braced(float* a) { a[threadIdx.x] = 1; }

void run(float* a, int n, hipStream_t stream) {
  kernel<<<dim3(n / 4, 2), dim3(4, n, 1)>>>(a, 1);
  kernel<<<n, dim3(32), 0, stream>>>(a, 2);
  sized<3><<<dim3((n + 31) / 32, 1, 1), 32>>>(a);
  kernel<<<dim3{4, 1}, dim3(4, 4)>>>(a, int{3});
  braced<<<n, dim3(2, 64)>>>(a);
}
