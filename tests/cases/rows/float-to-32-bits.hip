// row: float-to-32-bits
#include <hip/hip_runtime.h>

__global__ void k(int *out, unsigned *more, const float *in) {
  out[threadIdx.x] = in[threadIdx.x], more[threadIdx.x] = (unsigned)in[threadIdx.x];
  if (sizeof(long) == 8) out[threadIdx.x] += 1;
}
