// What counts on lanes in step, and cannot be mended for certain, is warned of.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_shuffles.h"

__global__ void diverging(const int *in, int *out) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  if (tid < 32) {
    for (int k = tid; k < 32; k++) {
      s[tid] += s[k + 1]; // want [warp-synchronous] through 's' with no barrier
    }
  }
  out[tid] = s[tid];
}

__device__ int tagged_add(volatile unsigned *hist, unsigned bin, unsigned tag) {
  unsigned count;
  do {
    count = tag | ((hist[bin] & 0x07ffffffu) + 1);
    hist[bin] = count;
  } while (hist[bin] != count); // want [warp-synchronous] until the store is still there
  return count;
}

__global__ void masks(int *out) {
  const int lane = threadIdx.x % 32;
  int v = out[lane];
  if (lane < 16) v += warp32::shfl_down_sync(0xffffffffu, v, 8); // want [warp-mask] names all 32 lanes
  if (lane < 16) v += warp32::shfl_down_sync(0x0000ffffu, v, 8);
  v += warp32::shfl_sync(0xffffffffu, v, 0, 24); // want [warp-width] a power of two up to 32
  out[lane] = v;
}

// Two arrays in one condition.
__device__ int segments(int *ptr, int *hd) {
  const unsigned idx = threadIdx.x, lane = idx & 31;
  if (lane >= 1) {
    ptr[idx] = hd[idx] ? ptr[idx] : (ptr[idx - 1] + ptr[idx]);
    hd[idx] = hd[idx - 1] | hd[idx];
  }
  if (lane >= 2) {
    ptr[idx] = hd[idx] ? ptr[idx] : (ptr[idx - 2] + ptr[idx]); // want [warp-synchronous] through 'ptr' with no barrier
    hd[idx] = hd[idx - 2] | hd[idx]; // want [warp-synchronous] through 'hd' with no barrier
  }
  return ptr[idx];
}

__global__ void largest(const float *in, int *out) {
  __shared__ float s[256];
  const int tid = threadIdx.x, lane = tid % 32;
  s[tid] = in[tid];
  if (lane < 16) {
    if (s[tid] < s[tid + 16]) s[tid] = s[tid + 16]; // want [warp-synchronous] through 's' with no barrier
    if (s[tid] < s[tid + 8]) s[tid] = s[tid + 8];
  }
  out[tid] = s[tid];
}
