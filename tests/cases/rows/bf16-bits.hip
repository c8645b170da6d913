// row: bf16-bits
#include <hip/hip_runtime.h>
#include "retarget_hip/averages.h"
#include "retarget_hip/bf16.h"

__global__ void k(unsigned short *out, short *more, __hip_bfloat16 *h, __hip_bfloat162 *pairs) {
  int i = threadIdx.x;
  out[i] = retarget_hip::bfloat16_as_ushort(h[i]), more[i] = retarget_hip::bfloat16_as_short(h[i]);
  h[i] = retarget_hip::hadd(retarget_hip::ushort_as_bfloat16(out[i]), retarget_hip::short_as_bfloat16(more[i]));
  pairs[i] = retarget_hip::low2bfloat162(pairs[i + 1]), h[i + 1] = retarget_hip::low2bfloat16(pairs[i]), h[i + 2] = __high2bfloat16(pairs[i]);
}
