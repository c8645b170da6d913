// row: rounded-conversions
#include <hip/hip_runtime.h>
#include "retarget_hip/rounded_conversions.h"
#include <hip/hip_fp16.h>

__global__ void k(float *out, const double *in) {
  int i = threadIdx.x;
  out[i] = retarget_hip::double2float_rz(in[i]) + retarget_hip::int2float_rd(i << 20) + __half2float(retarget_hip::float2half_ru(out[i]));
}
