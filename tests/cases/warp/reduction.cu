// The last warp of a reduction: barriers for the warp go between its steps.
#include <cuda_runtime.h>

template <unsigned int blockSize>
__device__ void warpReduce(volatile float *sdata, unsigned int tid) {
  if (blockSize >= 64) sdata[tid] += sdata[tid + 32];
  if (blockSize >= 32) sdata[tid] += sdata[tid + 16];
  if (blockSize >= 16) sdata[tid] += sdata[tid + 8];
}

__device__ void plainReduce(float *s, int t) {
  s[t] += s[t + 32];
  s[t] += s[t + 16];
  s[t] += s[t + 8];
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
  if (tid < 32) s[tid] += s[tid + 32];
  if (tid < 16) s[tid] += s[tid + 16];
  if (tid < 8) { s[tid] += s[tid + 8]; }
  if (tid < 1) out[0] = s[0] + s[1];
}

__global__ void running_sum(const float *in, float *out) {
  __shared__ float s[64];
  int tid = threadIdx.x;
  float sum = s[tid] = in[tid];
  __syncthreads();
  if (tid < warpSize) {
    volatile float *smem = s;
    smem[tid] = sum = sum + smem[tid + 32];
    smem[tid] = sum = sum + smem[tid + 16];
    for (int o = 8; o > 0; o >>= 1) smem[tid] += smem[tid + o];
  }
}

__global__ void scan(const int *in, int *out) {
  volatile __shared__ int s[128];
  const int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  s[threadIdx.x] = v;
  for (int d = 1; d < 32; d <<= 1)
    if (lane >= d) s[threadIdx.x] = v = v + s[threadIdx.x - d];
  out[threadIdx.x] = v;
}

__global__ void one_warp(const float *in, float *out) {
  __shared__ float s[32];
  s[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = s[31 - threadIdx.x];
}

int main() {
  one_warp<<<1, 32>>>(nullptr, nullptr);
  return 0;
}
