// Barriers where they belong, private elements, whole blocks: nothing to put in.
#include <hip/hip_runtime.h>

__device__ void last_warp(float *s, int t) {
  float v = s[t];
  v += s[t + 32]; __syncthreads(); s[t] = v; __syncthreads();
  v += s[t + 16]; __syncthreads(); s[t] = v;
}

__global__ void tree(const float *in, float *out) {
  __shared__ float s[256];
  int tid = threadIdx.x;
  s[tid] = in[tid];
  __syncthreads();
  for (int o = 128; o > 0; o >>= 1) {
    if (tid < o) s[tid] += s[tid + o];
    __syncthreads();
  }
  if (tid < 32) {
    s[tid] *= 2;
    s[tid] += 1;
  }
  if (tid < 32) last_warp(s, tid);
  if (tid == 0) out[0] = s[0];
}

__global__ void halo(const float *in, float *out) {
  __shared__ float s[64 + 8];
  int i = threadIdx.x + 4;
  s[i] = in[i];
  if (threadIdx.x < 4) {
    s[i - 4] = in[i - 4];
    s[i + 64] = in[i + 64];
  }
  __syncthreads();
  out[i] = s[i - 1] + s[i + 1];
}

__global__ __launch_bounds__(16) void one_lane(float *out) {
  __shared__ float s[16];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int i = 1; i < 16; ++i) s[i] += s[i - 1];
    out[0] = s[15];
  }
}

__global__ void tile(const float *in, float *out) {
  __shared__ float t[32][33];
  t[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = t[threadIdx.x][threadIdx.y];
}

int main() {
  one_lane<<<1, 16>>>(nullptr);
  return 0;
}
