// row: mul24
#include <hip/hip_runtime.h>

__global__ void k(int *out) { out[threadIdx.x] = __mul24(out[threadIdx.x], 3); }
