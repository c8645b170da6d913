// What fits, and what is not known, is not told.
#include <hip/hip_runtime.h>

#define TILE 32
__global__ void fits(float* out) {
  __shared__ float a[TILE][TILE + 1];
  extern __shared__ float more[];
  out[0] = a[0][0] + more[0];
}
#if 0
__global__ void left_out() { __shared__ double huge[100000]; }
#endif
template <int N> __global__ __launch_bounds__(128) void sized(float* out) {
  __shared__ float a[N];
  out[0] = a[0];
}

void run(float* out, int n, size_t bytes) {
  hipFuncSetAttribute(reinterpret_cast<const void*>(fits), hipFuncAttributeMaxDynamicSharedMemorySize, 48 * 1024);
  hipFuncSetAttribute(reinterpret_cast<const void*>(fits), hipFuncAttributeMaxDynamicSharedMemorySize, bytes);
  hipFuncSetAttribute(reinterpret_cast<const void*>(fits), hipFuncAttributePreferredSharedMemoryCarveout, 100000);
  fits<<<n, 1024, TILE * sizeof(float)>>>(out);
  fits<<<n, 64, bytes>>>(out);
  sized<1 << 10><<<dim3(1 << 24, 1, 1), dim3(128)>>>(out);
}
