// row: half-comparisons
#include <hip/hip_runtime.h>
#include "retarget_hip/half.h"
#include "retarget_hip/half_open.h"
#include <hip/hip_fp16.h>

__global__ void k(float *out, const double *in) {
  int i = threadIdx.x;
  __half h = __float2half(out[i]), g = __double2half(in[i]);
  out[i] = retarget_hip::hne(h, g) + retarget_hip::hgtu(h, g) + retarget_hip::hisinf(h) + retarget_hip::hbequ2(__halves2half2(h, g), __halves2half2(g, h));
}
