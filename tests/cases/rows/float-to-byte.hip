// row: float-to-byte
#include <hip/hip_runtime.h>
#include "retarget_hip/conversions.h"

__global__ void k(unsigned char *out, const float *in) { out[threadIdx.x] = retarget_hip::to_integer<unsigned char>(in[threadIdx.x] * 255.0f); }
