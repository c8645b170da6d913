// retarget: --arch gfx90a
// Statements that follow one another with nothing between.
#include <hip/hip_runtime.h>
#include "retarget_hip/cached_access.h"
#include "retarget_hip/warp_votes.h"

__device__ void last(volatile int *s, int t) { warp32::in_step(); s[t]+=s[t+32]; warp32::in_step();{ const auto neighbour = s[t+16]; warp32::in_step(); s[t]+=neighbour; warp32::in_step(); }{ const auto neighbour = s[t+8]; warp32::in_step(); s[t]+=neighbour; warp32::in_step(); }{ const auto neighbour = s[t+4]; warp32::in_step(); s[t]+=neighbour; warp32::in_step(); }{ const auto neighbour = s[t+2]; warp32::in_step(); s[t]+=neighbour; warp32::in_step(); }{ const auto neighbour = s[t+1]; warp32::in_step(); s[t]+=neighbour; warp32::in_step(); } }

__global__ void sums(int *out, const int *in) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t < 32) last(s, t);
  if (t == 0) out[0] = s[0];
}

__global__ void loaded(int *out, const int *in) {
  __shared__ volatile int v[64];
  int t = threadIdx.x;
  v[t] = __ldcs(&in[t]); warp32::in_step();
  if (t < 16) v[t] += v[t + 16];
  out[t] = v[t];
}
