// row: rounded-conversions
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void k(float *out, const double *in) {
  int i = threadIdx.x;
  out[i] = __double2float_rz(in[i]) + __int2float_rd(i << 20) + __half2float(__float2half_ru(out[i]));
}
