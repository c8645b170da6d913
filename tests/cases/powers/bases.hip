// A power of a positive literal is HIP's own; others go by way of a logarithm, as CUDA's.
#include <hip/hip_runtime.h>
#include "retarget_hip/approximations.h"

#define BASE 2.0f
#define POWER(x) retarget_hip::quick_power(x, 2.2f)

__global__ void k(float *out, int *whole, float x) {
  int i = threadIdx.x;
  out[i] = retarget_hip::quick_power(out[i], 2.0f) + POWER(x);
  out[i] += retarget_hip::quick_power(-2.0f, x) + retarget_hip::quick_power(1.0f, x) + retarget_hip::quick_power(0.0f, x) + retarget_hip::quick_power(BASE, x) + retarget_hip::quick_power(2.0f * x, x) + retarget_hip::quick_power(1e60, x);
  out[i] += __powf(10.0f, x) + __powf(0.5, x) + ::__powf(3e2F, x);
  whole[i] = __powf(2, i);
}
