// row: bf16-fma
#include <cuda_bf16.h>

__global__ void k(__nv_bfloat16 *out, __nv_bfloat162 *pairs) {
  out[threadIdx.x] = __hfma(out[0], out[1], out[2]);
  pairs[threadIdx.x] = __hfma2(pairs[0], pairs[1], pairs[2]);
}
