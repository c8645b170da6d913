// Warps that scan in shared memory with no barrier: a condition on the lane says that a warp is meant.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_size.h"
#include "retarget_hip/warp_votes.h"

__global__ void each_warp(const int *in, int *out) {
  __shared__ int s[256];
  const int t = threadIdx.x, lane = t & 31;
  s[t] = in[t]; warp32::in_step();
  for (int n = 1; n < 32; n *= 2)
    { if (lane >= n) { const auto neighbour = s[t - n]; warp32::in_step(); s[t] += neighbour; } warp32::in_step(); }
  __syncthreads();
  out[t] = s[255 - t];
}

__global__ void folded(const float *in, float *out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  const int lane = threadIdx.x % warp32::size;
  s[t] = in[t]; warp32::in_step();
  if (lane < 16) s[t] = fmaxf(s[t], s[t + 16]); warp32::in_step();
  if (lane < 8) s[t] = fmaxf(s[t], s[t + 8]);
  if (lane == 0) out[t / 32] = s[t];
}

// The pointer may be of shared memory: lanes of a warp are meant anyway.
template <class T>
__device__ T scan_warp(T *values, unsigned at) { warp32::in_step();
  const unsigned lane = at & 31;
  if (lane >= 1) { const auto neighbour = values[at - 1]; warp32::in_step(); values[at] = neighbour + values[at]; } warp32::in_step();
  if (lane >= 2) { const auto neighbour = values[at - 2]; warp32::in_step(); values[at] = neighbour + values[at]; } warp32::in_step();
  return values[at];
}

// One row for each warp.
__global__ void rows(const int *in, int *out) {
  __shared__ int s[8][32];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  s[warp][lane] = in[threadIdx.x]; warp32::in_step();
  out[threadIdx.x] = s[warp][31 - lane];
}

__global__ void chosen(const int *in, int *out) {
  __shared__ int s[256];
  const int lane = threadIdx.x & 31;
  s[threadIdx.x] = in[threadIdx.x]; warp32::in_step();
  int before = lane > 0 ? s[threadIdx.x - 1] : 0;
  out[threadIdx.x] = before;
}

// The first warp scans what each warp left.
__global__ void first_warp(const int *in, int *out) {
  __shared__ int sums[32];
  const int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
  if (lane == 0) sums[wid] = in[threadIdx.x];
  __syncthreads();
  if (wid == 0) {
    if (lane >= 1) { const auto neighbour = sums[lane - 1]; warp32::in_step(); sums[lane] += neighbour; } warp32::in_step();
    if (lane >= 2) { const auto neighbour = sums[lane - 2]; warp32::in_step(); sums[lane] += neighbour; } warp32::in_step();
  }
  __syncthreads();
  out[threadIdx.x] = sums[wid];
}

// A value for a warp from its first lane.
__global__ void handed_out(const int *in, int *out) {
  __shared__ int first[8];
  const int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
  if (lane == 0) first[warp] = in[threadIdx.x]; warp32::in_step();
  out[threadIdx.x] = first[warp];
}

// A pointer to the own element.
__device__ int scan_own(int *own) { warp32::in_step();
  const int lane = threadIdx.x & 31;
  if (lane >= 1) { const auto neighbour = own[-1]; warp32::in_step(); own[0] += neighbour; } warp32::in_step();
  if (lane >= 2) { const auto neighbour = own[-2]; warp32::in_step(); own[0] += neighbour; } warp32::in_step();
  return own[0];
}

// A caller says the lane.
__device__ void scan_cache(int *cache, int lane) { warp32::in_step();
  if (lane >= 1)
    { const auto neighbour = cache[lane - 1]; warp32::in_step(); cache[lane] += neighbour; } warp32::in_step();
  if (lane >= 2)
    { const auto neighbour = cache[lane - 2]; warp32::in_step(); cache[lane] += neighbour; } warp32::in_step();
}

__global__ void in_global_memory(int *values) {
  int tid = threadIdx.x, lane = tid & 31;
  if (lane >= 1) { const auto neighbour = values[tid - 1]; warp32::in_step(); values[tid] = neighbour + values[tid]; } warp32::in_step();
  if (lane >= 2) { const auto neighbour = values[tid - 2]; warp32::in_step(); values[tid] = neighbour + values[tid]; } warp32::in_step();
}

__global__ void ends_of_rows(const int *starts, int *out) {
  __shared__ volatile int ends[8][2];
  const int row_lane = threadIdx.x & (warp32::size - 1), row = threadIdx.x / 32;
  if (row_lane < 2) ends[row][row_lane] = starts[row + row_lane]; warp32::in_step();
  out[threadIdx.x] = ends[row][1] - ends[row][0];
}
