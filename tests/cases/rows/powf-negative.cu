// row: powf-negative
#include <cuda_runtime.h>

__global__ void k(float *out, const float *in) { out[threadIdx.x] = __powf(in[threadIdx.x], 2.0f); }
