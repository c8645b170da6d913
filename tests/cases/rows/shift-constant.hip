// row: shift-constant
#include <hip/hip_runtime.h>

__global__ void k(unsigned *out) { out[threadIdx.x] <<= 32;  // want [shift-count] a shift of 32 bits by 32: undefined
}
