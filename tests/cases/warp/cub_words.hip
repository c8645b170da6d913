// What hipCUB has no name for.
#include <hip/hip_runtime.h>
#include <hipcub/hipcub.hpp>

__global__ void words(unsigned *out) {
  out[threadIdx.x] = hipcub::SHFL_UP_SYNC(out[threadIdx.x], 1, 0, 0xffffffff);  // want [no-counterpart] cub::SHFL_UP_SYNC
}
