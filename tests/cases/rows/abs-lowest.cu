// row: abs-lowest
#include <cuda_runtime.h>

__global__ void k(long long *out, const int *in) { out[threadIdx.x] = abs(in[threadIdx.x]); }
