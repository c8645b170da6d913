// row: approximate-functions
#include <hip/hip_runtime.h>

__global__ void k(float *out) { out[threadIdx.x] = __expf(out[threadIdx.x]) + __sinf(out[threadIdx.x]); }
