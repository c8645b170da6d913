// row: float-to-signed-byte
#include <hip/hip_runtime.h>
#include "retarget_hip/conversions.h"

__global__ void k(signed char *out, const double *in) { out[threadIdx.x] = retarget_hip::to_integer<signed char>(in[threadIdx.x]); }
