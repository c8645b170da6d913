// row: shift-32
#include <hip/hip_runtime.h>
#include "retarget_hip/shifts.h"

__global__ void k(unsigned *out, int *numbers) { out[threadIdx.x] = 0x80000000u >> retarget_hip::shift_count(__clz(numbers[threadIdx.x])); }
