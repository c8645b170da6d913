// row: bit-counts
#include <hip/hip_runtime.h>
#include "retarget_hip/bits.h"

__global__ void k(int *out) { out[threadIdx.x] = __clz(out[threadIdx.x]) + retarget_hip::ffs(out[threadIdx.x]); }
