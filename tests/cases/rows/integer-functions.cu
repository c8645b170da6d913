// row: integer-functions
#include <cuda_runtime.h>

__global__ void k(float *out, const double *in) {
  int i = threadIdx.x;
  out[i] = __sad(i, (int)out[i], 3u) + (unsigned long long)__umul24(i, i);
}
