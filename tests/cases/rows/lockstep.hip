// row: lockstep
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_votes.h"

__global__ void k(float *out) {
  __shared__ volatile float s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32]; warp32::in_step();
    { const auto neighbour = s[t + 16]; warp32::in_step(); s[t] += neighbour; warp32::in_step(); }
    out[t] = s[t];
  }
}
