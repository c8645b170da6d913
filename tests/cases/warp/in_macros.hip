// What macros bring counts as if it were written out; a barrier is put only between statements that are written.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_votes.h"

#define STEP(d) s[tid] += s[tid + d]
#define ALL_STEPS STEP(16); STEP(8); STEP(4)
#define AT(a, i) a[i]
#define SYNC() warp32::syncwarp()
#define IN(i) in[(i) + 1]
#define KERNEL(name) __global__ void name(float *out) { volatile __shared__ float s[64]; \
  s[threadIdx.x] = 1; out[threadIdx.x] = s[threadIdx.x + 1]; }

__global__ void steps(const float *in, float *out) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  if (tid < 32) {
    STEP(32);
    STEP(16); // want [warp-synchronous] through 's' with no barrier
    ALL_STEPS;
  }
  if (tid == 0) out[0] = s[0];
}

__global__ void at_once(float *out) {
  volatile __shared__ float s[64];
  int tid = threadIdx.x;
  ALL_STEPS; // want [warp-synchronous] through 's' with no barrier
  out[tid] = s[tid];
}

__global__ void elements(float *out) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 32) {
    AT(s, tid) = tid;
    out[tid] = AT(s, tid + 1); // want [warp-synchronous] through 's' with no barrier
  }
}

__global__ void ordered(float *out) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 32) {
    AT(s, tid) = tid;
    SYNC();
    out[tid] = AT(s, tid + 1);
    SYNC();
    AT(s, tid) = AT(s, tid) + 1;
  }
}

__global__ void mended(const float *in, float *out) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  if (tid < 32) {
    s[tid] = IN(tid); warp32::in_step();
    out[tid] = s[tid + 1];
  }
}

KERNEL(brought) // want [warp-synchronous] through 's' with no barrier
