// retarget: --arch gfx90a
// Statements that follow one another with nothing between.
#include <cuda_runtime.h>

__device__ void last(volatile int *s, int t) { s[t]+=s[t+32];s[t]+=s[t+16];s[t]+=s[t+8];s[t]+=s[t+4];s[t]+=s[t+2];s[t]+=s[t+1]; }

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
  v[t] = __ldcs(&in[t]);
  if (t < 16) v[t] += v[t + 16];
  out[t] = v[t];
}
