// The last warp of a reduction: barriers for the warp go between its steps.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_size.h"
#include "retarget_hip/warp_votes.h"

template <unsigned int blockSize>
__device__ void warpReduce(volatile float *sdata, unsigned int tid) { warp32::in_step();
  if (blockSize >= 64) { sdata[tid] += sdata[tid + 32]; warp32::in_step(); }
  if (blockSize >= 32) { const auto neighbour = sdata[tid + 16]; warp32::in_step(); sdata[tid] += neighbour; warp32::in_step(); }
  if (blockSize >= 16) { const auto neighbour = sdata[tid + 8]; warp32::in_step(); sdata[tid] += neighbour; warp32::in_step(); }
}

__device__ void plainReduce(float *s, int t) { warp32::in_step();
  s[t] += s[t + 32]; warp32::in_step();
  { const auto neighbour = s[t + 16]; warp32::in_step(); s[t] += neighbour; warp32::in_step(); }
  { const auto neighbour = s[t + 8]; warp32::in_step(); s[t] += neighbour; warp32::in_step(); }
}

__global__ void calls(const float *in, float *out) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  if (tid < 32) plainReduce(s, tid);
  if (tid == 0) out[0] = s[0];
}

__global__ void branches(const float *in, float *out) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  if (tid < 32) { s[tid] += s[tid + 32]; warp32::in_step(); }
  if (tid < 16) s[tid] += s[tid + 16]; warp32::in_step();
  if (tid < 8) { s[tid] += s[tid + 8]; } warp32::in_step();
  if (tid < 1) out[0] = s[0] + s[1];
}

__global__ void running_sum(const float *in, float *out) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  float sum = s[tid] = in[tid];
  __syncthreads();
  if (tid < warp32::size) {
    volatile float *smem = s;
    smem[tid] = sum = sum + smem[tid + 32]; warp32::in_step();
    { const auto neighbour = smem[tid + 16]; warp32::in_step(); smem[tid] = sum = sum + neighbour; warp32::in_step(); }
    for (int o = 8; o > 0; o >>= 1) { const auto neighbour = smem[tid + o]; warp32::in_step(); smem[tid] += neighbour; warp32::in_step(); }
  }
}

__global__ void scan(const int *in, int *out) {
  volatile __shared__ int s[128];
  const int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  s[threadIdx.x] = v; warp32::in_step();
  for (int d = 1; d < 32; d <<= 1)
    { if (lane >= d) { const auto neighbour = s[threadIdx.x - d]; warp32::in_step(); s[threadIdx.x] = v = v + neighbour; } warp32::in_step(); }
  out[threadIdx.x] = v;
}

__global__ __launch_bounds__(32) void one_warp(const float *in, float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x]; warp32::in_step();
  out[threadIdx.x] = s[31 - threadIdx.x];
}

int main() {
  one_warp<<<1, 32>>>(nullptr, nullptr);
  return 0;
}
