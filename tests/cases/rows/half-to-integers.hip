// row: half-to-integers
#include <hip/hip_runtime.h>
#include "retarget_hip/half_integers.h"
#include <hip/hip_fp16.h>

__global__ void k(long long *out, short *small, const __half *in) {
  int i = threadIdx.x;
  out[i] = retarget_hip::half2ll_rz(in[i]) + retarget_hip::half2int_rn(in[i]);
  small[i] = retarget_hip::half2short_rd(in[i]);
}
