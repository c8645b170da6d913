// Names of CUB's that stand in a support header, written alone behind a using declaration.
#include <hip/hip_runtime.h>
#include "retarget_hip/cub_access.h"
#include "retarget_hip/cub_lanes.h"
#include <hipcub/hipcub.hpp>

using hipcub::lane_id32;
using hipcub::thread_load;

int ThreadStore(int);  // no name of CUB's was brought: the user's

__global__ void first(const int *in, int *out) {
  if (lane_id32() == 0) out[threadIdx.x / 32] = thread_load<hipcub::LOAD_CG>(in + threadIdx.x);
}

int host() { return ThreadStore(1); }
