// row: fdividef-huge
#include <hip/hip_runtime.h>
#include "retarget_hip/approximations.h"

__global__ void k(float *out) {
  float exact, quick;
  exact = 1.0f / out[threadIdx.x];
  quick = retarget_hip::fast_quotient(1.0f, out[threadIdx.x]);
  out[threadIdx.x] = retarget_hip::fast_quotient(1.0f, out[threadIdx.x]) + exact + quick;
}
