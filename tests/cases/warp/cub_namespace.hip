// The same behind `using namespace cub;`, where a function of the program's own keeps its name.
#include <hip/hip_runtime.h>
#include "retarget_hip/cub_lanes.h"
#include <hipcub/hipcub.hpp>
using namespace hipcub;

__device__ int WarpMask(int part) { return part; }

__global__ void lanes(int *out) {
  if (lane_id32() < 16) out[warp_id32()] = WarpMask(lane_mask_lt32());
  out[threadIdx.x] = shuffle_index32<16>(out[threadIdx.x], 3, 0xffffffff);
}
