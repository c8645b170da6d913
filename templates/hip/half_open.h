// Comparisons and clamped arithmetic of halves where a number is none: HIP's unordered comparisons are the ordered ones,
// its `ne` holds for what is not a number, and its clamps let that through.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HALF_OPEN_H
#define RETARGET_HIP_HALF_OPEN_H
#ifdef __cplusplus

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

// Of halves and of bfloat16.
template <typename Half_> __host__ __device__ inline bool hne(Half_ a_, Half_ b_) { return __hlt(a_, b_) || __hgt(a_, b_); }
template <typename Half_> __host__ __device__ inline bool hequ(Half_ a_, Half_ b_) { return !hne(a_, b_); }
template <typename Half_> __host__ __device__ inline bool hneu(Half_ a_, Half_ b_) { return !__heq(a_, b_); }
template <typename Half_> __host__ __device__ inline bool hleu(Half_ a_, Half_ b_) { return !__hgt(a_, b_); }
template <typename Half_> __host__ __device__ inline bool hgeu(Half_ a_, Half_ b_) { return !__hlt(a_, b_); }
template <typename Half_> __host__ __device__ inline bool hltu(Half_ a_, Half_ b_) { return !__hge(a_, b_); }
template <typename Half_> __host__ __device__ inline bool hgtu(Half_ a_, Half_ b_) { return !__hle(a_, b_); }

#define RETARGET_HIP_HALVES(name)                                                                                \
  __host__ __device__ inline __half2 h##name##2(__half2 a_, __half2 b_) {                                        \
    return __floats2half2_rn(h##name(__low2half(a_), __low2half(b_)), h##name(__high2half(a_), __high2half(b_))); \
  }                                                                                                              \
  __host__ __device__ inline bool hb##name##2(__half2 a_, __half2 b_) {                                          \
    return h##name(__low2half(a_), __low2half(b_)) && h##name(__high2half(a_), __high2half(b_));                 \
  }
RETARGET_HIP_HALVES(ne)
RETARGET_HIP_HALVES(equ)
RETARGET_HIP_HALVES(neu)
RETARGET_HIP_HALVES(leu)
RETARGET_HIP_HALVES(geu)
RETARGET_HIP_HALVES(ltu)
RETARGET_HIP_HALVES(gtu)
#undef RETARGET_HIP_HALVES

// 1 and -1 for infinities.
__host__ __device__ inline int hisinf(__half x_) {
  const float wide_ = __half2float(x_);
  return wide_ > 65504.0f ? 1 : wide_ < -65504.0f ? -1 : 0;
}
__host__ __device__ inline __half2 hisnan2(__half2 x_) {
  const float low_ = __low2float(x_), high_ = __high2float(x_);
  return __floats2half2_rn(low_ != low_, high_ != high_);
}

// 0 to 1, and 0 for what is not a number.
__device__ inline __half clamped(__half x_) {
  const float wide_ = __half2float(x_);
  return __float2half(wide_ > 0.0f ? fminf(wide_, 1.0f) : 0.0f);
}
__device__ inline __half2 clamped(__half2 x_) {
  return __halves2half2(clamped(__low2half(x_)), clamped(__high2half(x_)));
}
__device__ inline __half hadd_sat(__half a_, __half b_) { return clamped(__hadd(a_, b_)); }
__device__ inline __half hsub_sat(__half a_, __half b_) { return clamped(__hsub(a_, b_)); }
__device__ inline __half hmul_sat(__half a_, __half b_) { return clamped(__hmul(a_, b_)); }
__device__ inline __half hfma_sat(__half a_, __half b_, __half c_) { return clamped(__hfma(a_, b_, c_)); }
__device__ inline __half2 hadd2_sat(__half2 a_, __half2 b_) { return clamped(__hadd2(a_, b_)); }
__device__ inline __half2 hsub2_sat(__half2 a_, __half2 b_) { return clamped(__hsub2(a_, b_)); }
__device__ inline __half2 hmul2_sat(__half2 a_, __half2 b_) { return clamped(__hmul2(a_, b_)); }
__device__ inline __half2 hfma2_sat(__half2 a_, __half2 b_, __half2 c_) { return clamped(__hfma2(a_, b_, c_)); }

}  // namespace retarget_hip

#endif

#endif
#endif
