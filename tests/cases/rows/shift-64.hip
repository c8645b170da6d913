// row: shift-64
#include <hip/hip_runtime.h>
#include "retarget_hip/shifts.h"

__global__ void k(unsigned long long *out, const int *counts) { out[threadIdx.x] <<= retarget_hip::shift_count(counts[threadIdx.x]); }
