// row: atomic-denormals
#include <hip/hip_runtime.h>

__global__ void k(float *out) { atomicAdd(out, 1e-40f); }
