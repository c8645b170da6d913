// row: lockstep
#include <cuda_runtime.h>

__global__ void k(float *out) {
  __shared__ volatile float s[64];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    out[t] = s[t];
  }
}
