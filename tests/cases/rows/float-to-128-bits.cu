// row: float-to-128-bits
#include <cuda_runtime.h>

__global__ void k(long long *high, const float *in, const double *exact) {
  int i = threadIdx.x;
  __int128 of_float = in[i];  // want [float-to-integer] __int128
  high[i] = (long long)(of_float >> 64);
  high[i] += (unsigned __int128)exact[i] >> 64;  // want [float-to-integer] unsigned __int128
  high[i] += (__int128)(in[i] > 2.0f ? 2.0f : 1.0f) >> 64;
}
