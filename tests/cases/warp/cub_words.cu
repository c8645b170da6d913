// What hipCUB has no name for.
#include <cub/cub.cuh>

__global__ void words(unsigned *out) {
  out[threadIdx.x] = cub::SHFL_UP_SYNC(out[threadIdx.x], 1, 0, 0xffffffff);  // want [no-counterpart] cub::SHFL_UP_SYNC
}
