// row: saturate-nan
#include <hip/hip_runtime.h>
#include "retarget_hip/approximations.h"

__device__ float saturate(float x, int) { return x; }  // the program's own
__global__ void k(float *out) { out[threadIdx.x] = retarget_hip::saturatef(out[threadIdx.x]) + saturate(out[threadIdx.x], 1); }
