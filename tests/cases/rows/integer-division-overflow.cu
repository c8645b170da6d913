// row: integer-division-overflow
#include <cuda_runtime.h>

__global__ void k(int *out, const int *in) { out[threadIdx.x] = (-2147483647 - 1) / in[threadIdx.x]; }
