// row: atomic-denormals
#include <cuda_runtime.h>

__global__ void k(float *out) { atomicAdd(out, 1e-40f); }
