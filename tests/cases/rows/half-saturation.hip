// row: half-saturation
#include <hip/hip_runtime.h>
#include "retarget_hip/half_open.h"
#include <hip/hip_fp16.h>

__global__ void k(float *out, const double *in) {
  int i = threadIdx.x;
  __half h = __float2half(out[i]);
  out[i] = __half2float(retarget_hip::hadd_sat(h, h)) + __low2float(retarget_hip::hfma2_sat(__half2half2(h), __half2half2(h), __half2half2(h)));
}
