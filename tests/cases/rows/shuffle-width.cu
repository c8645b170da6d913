// row: shuffle-width
#include <cuda_runtime.h>

__global__ void k(int *out) { out[threadIdx.x] = __shfl_down_sync(~0u, out[threadIdx.x], 6, 8); }
