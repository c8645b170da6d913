// row: shuffle-outside
#include <cuda_runtime.h>

__global__ void k(int *out) {
  if (threadIdx.x < 16) out[threadIdx.x] = __shfl_sync(0xffffu, out[threadIdx.x], 20);
}
