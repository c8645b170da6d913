// Fused multiply-adds of bfloat16 that are rounded once, as CUDA's: HIP's own are rounded to float, and then to 16 bits.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_BF16_FMA_H
#define RETARGET_HIP_BF16_FMA_H
#ifdef __cplusplus

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include "bf16.h"

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

__device__ inline __hip_bfloat16 hfma(__hip_bfloat16 a_, __hip_bfloat16 b_, __hip_bfloat16 c_) {
  const float sum_ = fused_to_odd(__bfloat162float(a_), __bfloat162float(b_), __bfloat162float(c_));
  return sum_ != sum_ ? ushort_as_bfloat16(0x7fff) : __float2bfloat16(sum_);
}
__device__ inline __hip_bfloat162 hfma2(__hip_bfloat162 a_, __hip_bfloat162 b_, __hip_bfloat162 c_) {
  return __halves2bfloat162(hfma(low2bfloat16(a_), low2bfloat16(b_), low2bfloat16(c_)),
                            hfma(__high2bfloat16(a_), __high2bfloat16(b_), __high2bfloat16(c_)));
}
// Where a template leaves the type open.
__device__ inline __half hfma(__half a_, __half b_, __half c_) { return __hfma(a_, b_, c_); }
__device__ inline __half2 hfma2(__half2 a_, __half2 b_, __half2 c_) { return __hfma2(a_, b_, c_); }

}  // namespace retarget_hip

#endif

#endif
#endif
