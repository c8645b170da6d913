// row: bf16-bits
#include <cuda_bf16.h>

__global__ void k(unsigned short *out, short *more, __nv_bfloat16 *h, __nv_bfloat162 *pairs) {
  int i = threadIdx.x;
  out[i] = __bfloat16_as_ushort(h[i]), more[i] = __bfloat16_as_short(h[i]);
  h[i] = __hadd(__ushort_as_bfloat16(out[i]), __short_as_bfloat16(more[i]));
  pairs[i] = __low2bfloat162(pairs[i + 1]), h[i + 1] = __low2bfloat16(pairs[i]), h[i + 2] = __high2bfloat16(pairs[i]);
}
