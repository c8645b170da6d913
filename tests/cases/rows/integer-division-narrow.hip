// row: integer-division-narrow
#include <hip/hip_runtime.h>

__global__ void k(int *out, const short *in) { out[threadIdx.x] = in[threadIdx.x] / in[threadIdx.x + 1]; }
