// row: half-to-integers
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void k(long long *out, short *small, const __half *in) {
  int i = threadIdx.x;
  out[i] = __half2ll_rz(in[i]) + __half2int_rn(in[i]);
  small[i] = __half2short_rd(in[i]);
}
