// row: float-to-64-bits
#include <hip/hip_runtime.h>
#include "retarget_hip/conversions.h"

__global__ void k(long long *out, const float *in) { out[threadIdx.x] = retarget_hip::to_integer<long long>(in[threadIdx.x]); }
