// row: byte-perm
#include <cuda_runtime.h>

__global__ void k(unsigned *out) { out[threadIdx.x] = __byte_perm(out[threadIdx.x], 0, 0xba98); }
