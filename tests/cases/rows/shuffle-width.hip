// row: shuffle-width
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_shuffles.h"

__global__ void k(int *out) { out[threadIdx.x] = warp32::shfl_down_sync(~0u, out[threadIdx.x], 6, 8); }
