// Lanes of a warp that count on running in step, in a called function too.
// want: 6048 6048 528 5984
#include <cuda_runtime.h>

#include <cstdio>

__global__ void reduced(int *out) {
  __shared__ volatile int s[128];
  int t = threadIdx.x;
  s[t] = t * 3;
  s[t + 64] = 0;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
  }
  if (t == 0) out[0] = s[0];
}

__device__ void reduce(volatile int *s, int t) {
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}

__global__ void called(int *out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = t * 3;
  s[t + 64] = 0;
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    reduce(s, t);
  }
  if (t == 0) out[1] = s[0];
}

__global__ void scanned(int *out, int *all) {
  __shared__ int s[64];
  int l = threadIdx.x;
  volatile int *p = s;
  p[l] = 0;
  p += 32;
  p[l] = l + 1;
  p[l] = p[l] + p[l - 1];
  p[l] = p[l] + p[l - 2];
  p[l] = p[l] + p[l - 4];
  p[l] = p[l] + p[l - 8];
  p[l] = p[l] + p[l - 16];
  all[l] = p[l];
  if (l == 31) out[2] = p[l];
}

int main() {
  int *out, *all, h[3], sums[32], sum = 0;
  cudaMalloc(&out, sizeof h);
  cudaMalloc(&all, sizeof sums);
  reduced<<<1, 64>>>(out);
  called<<<1, 64>>>(out);
  scanned<<<1, 32>>>(out, all);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  cudaMemcpy(sums, all, sizeof sums, cudaMemcpyDeviceToHost);
  for (int v : sums) sum += v;
  printf("%d %d %d %d\n", h[0], h[1], h[2], sum);
}
