// row: division
#include <hip/hip_runtime.h>

__global__ void k(float *out, float a) { out[threadIdx.x] = a / out[threadIdx.x] + sqrtf(a) + 1 / a; }
