// row: integer-division-constant
#include <hip/hip_runtime.h>

__global__ void k(int *out) { out[0] = out[1] / 0; }  // want [integer-division] divided by 0
