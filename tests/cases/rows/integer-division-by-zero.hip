// row: integer-division-by-zero
#include <hip/hip_runtime.h>

__global__ void k(int *out, const int *in) { out[threadIdx.x] = 7 / in[threadIdx.x] + 7 % in[threadIdx.x]; }
