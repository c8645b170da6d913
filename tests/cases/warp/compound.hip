// Names that hold the thread's index by way of compound assignments, steps and conditions.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_votes.h"

__global__ void compound(const float *in, float *out) {
  __shared__ float s[64];
  int i = 0;
  i |= threadIdx.x;
  s[i] = in[i];
  __syncthreads();
  if (threadIdx.x < 32) {
    s[i] = in[i]; warp32::in_step();
    int j = 16;
    j += threadIdx.x;
    out[i] = s[j]; // want [warp-synchronous] through 's' with no barrier
  }
}

__global__ void stepped(const float *in, float *out) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 32) {
    int j = 0;
    if (tid & 1) j++;
    s[j] = in[tid]; warp32::in_step();
    out[tid] = s[0]; // want [warp-synchronous] through 's' with no barrier
  }
}

__global__ void in_a_loop(float *out, int n) {
  volatile __shared__ float s[64];
  int a = 0, b = 0;
  for (int k = 0; k < n; k++) {
    s[b] = k; warp32::in_step();
    out[k] = s[0]; warp32::in_step(); // want [warp-synchronous] through 's' with no barrier
    b = a;
    a ^= threadIdx.x;
  }
}

__global__ void whole(const float *in, float *out, int n) {
  __shared__ float s[256];
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 256) sum += in[i];
  int tid = threadIdx.x;
  s[tid] = sum;
  __syncthreads();
  int half = 64;
  half >>= 1;
  if (tid < half) s[tid] += s[tid + half];
  __syncthreads();
  if (tid == 0) out[0] = s[0];
}
