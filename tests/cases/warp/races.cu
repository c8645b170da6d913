// Threads of other warps store what is read: a race on either machine, told and left as it is.
#include <cuda_runtime.h>

__global__ void neighbours(const int *in, int *out) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  s[t] = in[t];
  if (t > 0) out[t] = s[t - 1]; // want [warp-synchronous] other warps race where they come here
}

__global__ void tile(const float *in, float *out) {
  __shared__ float s[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x];
  out[y * 16 + x] = s[y][x] + s[y][x + 1]; // want [warp-synchronous] other warps race where they come here
}

// The own elements, or none that others stored: nothing is told.
__global__ void own(const int *in, int *out) {
  __shared__ int s[1024], two[64];
  const int t = threadIdx.x, lane = t & 31;
  s[4 * t] = in[t];
  s[4 * t + 1] = in[t] + 1;
  out[t] = s[4 * t] + s[4 * t + 1];
  two[t] = in[t];
  two[t + 16] = in[t + 16];
  out[t] += two[t] + two[t + 16];
  __syncthreads();
  if (lane & 1) {
    s[t] = in[t];
    out[t] += s[t - 1];
  }
}

__global__ void either(const int *in, int *out, bool storing) {
  __shared__ int s[256];
  const int t = threadIdx.x;
  if (storing)
    s[t] = in[t];
  else
    out[t] = s[t + 1];
}

__global__ void waits(const int *in, int *out) {
  __shared__ int s[256];
  const int t = threadIdx.x, lane = t & 31;
  s[t] = in[t];
  __syncwarp();
  if (lane > 0) out[t] = s[t - 1];
  __syncwarp();
  s[t] = in[t] + 1;
  asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
  if (lane > 1) out[t] = s[t - 2];
}
