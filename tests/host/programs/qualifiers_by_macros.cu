// Kernels and device functions whose qualifiers a macro brings, and conditions on the device around them.
// want: 0 of 2: 1 2 3 4 700
// want: 1 of 2: 1 2 3 4 700
// want: host 0
#include <cuda_runtime.h>

#include <cstdio>

#define INLINE __forceinline__
#define DEVICE static __device__ INLINE
#define BOTH __host__ DEVICE
#define KERNEL(threads) __global__ __launch_bounds__(threads) void

DEVICE int inside() {
#ifdef __CUDA_ARCH__
  return 1;
#else
  return 0;
#endif
}
BOTH int side() {
#if defined(__CUDA_ARCH__)
  return 2;
#else
  return 0;
#endif
}
#if __CUDA_ARCH__ >= 600
#define LEVEL 3
#else
#define LEVEL 0
#endif
#ifdef __CUDA_ARCH__
DEVICE int around() { return 4; }
#else
#define around() 0
#endif
DEVICE int arch() { return __CUDA_ARCH__ >= 700 ? 700 : 0; }
#ifndef __CUDA_ARCH__
static int of_host() { return side(); }
#endif

KERNEL(2) k(int n) { printf("%d of %d: %d %d %d %d %d\n", (int)threadIdx.x, n, inside(), side(), LEVEL, around(), arch()); }

int main() {
  k<<<1, 2>>>(2);
  cudaDeviceSynchronize();
  printf("host %d\n", of_host());
}
