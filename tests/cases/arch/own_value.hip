// A program that gives the host a value of its own sees it wherever it asks.
#include <hip/hip_runtime.h>
#include "retarget_hip/arch.h"

#ifndef RETARGET_CUDA_ARCH
#define RETARGET_CUDA_ARCH 0
#endif

__global__ void level(unsigned *out) { out[0] = RETARGET_CUDA_ARCH; }

#ifdef RETARGET_CUDA_ARCH
int everywhere() { return 1; }
#endif
