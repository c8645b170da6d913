// row: bf16-fma
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include "retarget_hip/bf16.h"
#include "retarget_hip/bf16_fma.h"

__global__ void k(__hip_bfloat16 *out, __hip_bfloat162 *pairs) {
  out[threadIdx.x] = retarget_hip::hfma(out[0], out[1], out[2]);
  pairs[threadIdx.x] = retarget_hip::hfma2(pairs[0], pairs[1], pairs[2]);
}
