// row: shuffle-outside
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_shuffles.h"

__global__ void k(int *out) {
  if (threadIdx.x < 16) out[threadIdx.x] = warp32::shfl_sync(0xffffu, out[threadIdx.x], 20);
}
