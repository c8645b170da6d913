// A program that gives the host a value of its own sees it wherever it asks.
#include <cuda_runtime.h>

#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 0
#endif

__global__ void level(unsigned *out) { out[0] = __CUDA_ARCH__; }

#ifdef __CUDA_ARCH__
int everywhere() { return 1; }
#endif
