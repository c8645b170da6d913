// retarget: -DN=4
#include <stdio.h>
#define T float
#include <cuda_runtime.h>
#include <cufft.h>
#include <cufftXt.h>
__global__ void k(T* p) { p[threadIdx.x] = N; }
