// row: denormals
#include <cuda_runtime.h>

__global__ void k(float *out) { out[threadIdx.x] = out[threadIdx.x] * 1e-38f + 1e-40f; }
