// Whether code is compiled for a device is the same question; how new that device is, a number of ours.
#include <cuda_runtime.h>

#ifdef __CUDA_ARCH__
#define SIDE 1
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
#define NEW 1
#elif !defined __CUDA_ARCH__
#define NEW 0
#endif

__host__ __device__ inline int side() {
#ifndef __CUDA_ARCH__
  return 0;
#elif __CUDA_ARCH__ < 350
#error "too old"
#else
  return __CUDA_ARCH__ / 10;
#endif
}
#define AT_LEAST(n) (__CUDA_ARCH__ >= n)
