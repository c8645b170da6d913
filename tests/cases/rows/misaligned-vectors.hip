// row: misaligned-vectors
#include <hip/hip_runtime.h>

__global__ void k(float4 *out, const float *in) { out[threadIdx.x] = *(const float4 *)(in + 1); }
