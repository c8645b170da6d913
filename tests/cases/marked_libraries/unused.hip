// retarget: -isystem../libraries
#include <hip/hip_runtime.h>
#include <marks/vec.h>

__global__ void k(float *o) { o[threadIdx.x] = 1; }
