// row: powf-negative
#include <hip/hip_runtime.h>
#include "retarget_hip/approximations.h"

__global__ void k(float *out, const float *in) { out[threadIdx.x] = retarget_hip::quick_power(in[threadIdx.x], 2.0f); }
