// row: double-to-32-bits
#include <cuda_runtime.h>

__global__ void k(int *out, unsigned *more, const double *in) {
  int i = threadIdx.x;
  out[i] = (int)in[i], more[i] = in[i] + 1;
  out[i] += __double2int_rn(in[i]) + __double2int_rz(in[i]);
  out[i] += (int)(i * 0.5) + (int)fmin(fmax(in[i], 0.0), 7.0);  // numbers
}
