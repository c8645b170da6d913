// A power of a positive literal is HIP's own; others go by way of a logarithm, as CUDA's.
#include <cuda_runtime.h>

#define BASE 2.0f
#define POWER(x) __powf(x, 2.2f)

__global__ void k(float *out, int *whole, float x) {
  int i = threadIdx.x;
  out[i] = __powf(out[i], 2.0f) + POWER(x);
  out[i] += __powf(-2.0f, x) + __powf(1.0f, x) + __powf(0.0f, x) + __powf(BASE, x) + __powf(2.0f * x, x) + __powf(1e60, x);
  out[i] += __powf(10.0f, x) + __powf(0.5, x) + ::__powf(3e2F, x);
  whole[i] = __powf(2, i);
}
