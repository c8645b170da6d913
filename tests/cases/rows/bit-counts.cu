// row: bit-counts
#include <cuda_runtime.h>

__global__ void k(int *out) { out[threadIdx.x] = __clz(out[threadIdx.x]) + __ffs(out[threadIdx.x]); }
