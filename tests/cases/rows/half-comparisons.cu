// row: half-comparisons
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void k(float *out, const double *in) {
  int i = threadIdx.x;
  __half h = __float2half(out[i]), g = __double2half(in[i]);
  out[i] = __hne(h, g) + __hgtu(h, g) + __hisinf(h) + __hbequ2(__halves2half2(h, g), __halves2half2(g, h));
}
