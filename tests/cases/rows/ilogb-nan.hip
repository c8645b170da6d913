// row: ilogb-nan
#include <hip/hip_runtime.h>

__global__ void k(int *out, const float *in) { out[threadIdx.x] = ilogbf(in[threadIdx.x]); }
