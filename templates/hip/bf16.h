// Stands for CUDA's cuda_bf16.h: HIP's hip_bf16.h where it exists (HIP 6), else the same types over float here.
// The types are __hip_bfloat16 and __hip_bfloat162; functions missing in either are added as templates.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_BF16_H
#define RETARGET_HIP_BF16_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#pragma push_macro("bits")
#undef bits
#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y

namespace retarget_hip {
// A fused multiply-add that may be rounded to 16 bits: made odd where it is not exact, so that it is no half way of those.
__device__ inline float fused_to_odd(float a_, float b_, float c_) {
  const float near_ = fmaf(a_, b_, c_);
  const double product_ = static_cast<double>(a_) * b_, added_ = c_, sum_ = product_ + added_;
  const double of_added_ = sum_ - product_;
  const double lost_ = (product_ - (sum_ - of_added_)) + (added_ - of_added_), off_ = sum_ - near_;
  const double rest_ = off_ != 0.0 ? off_ : lost_;
  const unsigned word_ = __builtin_bit_cast(unsigned, near_);
  const bool is_even_ = near_ != 0.0f && (word_ & 1u) == 0u;
  const unsigned odd_ = (rest_ > 0.0) == (near_ > 0.0f) ? word_ + 1u : word_ - 1u;
  const bool moves_ = is_even_ && __builtin_isfinite(near_) && (rest_ > 0.0 || rest_ < 0.0);
  return moves_ ? __builtin_bit_cast(float, odd_) : near_;
}
}  // namespace retarget_hip

#if __has_include(<hip/hip_bf16.h>)
#include <hip/hip_bf16.h>
#else

// The upper half of a float; conversion rounds to nearest even and keeps a NaN a NaN.
struct alignas(2) __hip_bfloat16 {
  unsigned short bits;

  __hip_bfloat16() = default;
  __host__ __device__ __hip_bfloat16(float value_) {
    const unsigned word_ = __builtin_bit_cast(unsigned, value_);
    const unsigned rounded_ = (word_ + 0x7fffu + ((word_ >> 16) & 1u)) >> 16;
    bits = static_cast<unsigned short>(value_ != value_ ? (word_ >> 16) | 0x40u : rounded_);
  }
  __host__ __device__ __hip_bfloat16(double value_) : __hip_bfloat16(static_cast<float>(value_)) {}
  __host__ __device__ __hip_bfloat16(int value_) : __hip_bfloat16(static_cast<float>(value_)) {}
  __host__ __device__ operator float() const { return __builtin_bit_cast(float, unsigned{bits} << 16); }
};

struct alignas(4) __hip_bfloat162 {
  __hip_bfloat16 x, y;
};

__host__ __device__ inline __hip_bfloat16 __float2bfloat16(float a_) { return __hip_bfloat16(a_); }
__host__ __device__ inline __hip_bfloat16 __double2bfloat16(double a_) { return __hip_bfloat16(a_); }
__host__ __device__ inline float __bfloat162float(__hip_bfloat16 a_) { return a_; }
__host__ __device__ inline short __bfloat16_as_short(__hip_bfloat16 a_) { return static_cast<short>(a_.bits); }
__host__ __device__ inline unsigned short __bfloat16_as_ushort(__hip_bfloat16 a_) { return a_.bits; }
__host__ __device__ inline __hip_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  return __builtin_bit_cast(__hip_bfloat16, bits);
}
__host__ __device__ inline __hip_bfloat16 __short_as_bfloat16(short bits) {
  return __builtin_bit_cast(__hip_bfloat16, bits);
}

#define RETARGET_HIP_BF16_OPERATOR(symbol)                                                             \
  __host__ __device__ inline __hip_bfloat16 operator symbol(__hip_bfloat16 a_, __hip_bfloat16 b_) {      \
    return static_cast<float>(a_) symbol static_cast<float>(b_);                                         \
  }                                                                                                    \
  __host__ __device__ inline __hip_bfloat16& operator symbol##=(__hip_bfloat16& a_, __hip_bfloat16 b_) { \
    return a_ = a_ symbol b_;                                                                             \
  }                                                                                                    \
  __host__ __device__ inline __hip_bfloat162 operator symbol(__hip_bfloat162 a_, __hip_bfloat162 b_) {   \
    return {a_.x symbol b_.x, a_.y symbol b_.y};                                                           \
  }
RETARGET_HIP_BF16_OPERATOR(+)
RETARGET_HIP_BF16_OPERATOR(-)
RETARGET_HIP_BF16_OPERATOR(*)
RETARGET_HIP_BF16_OPERATOR(/)
#undef RETARGET_HIP_BF16_OPERATOR
__host__ __device__ inline __hip_bfloat16 operator-(__hip_bfloat16 a_) { return -static_cast<float>(a_); }

__device__ inline __hip_bfloat16 __hadd(__hip_bfloat16 a_, __hip_bfloat16 b_) { return a_ + b_; }
__device__ inline __hip_bfloat16 __hsub(__hip_bfloat16 a_, __hip_bfloat16 b_) { return a_ - b_; }
__device__ inline __hip_bfloat16 __hmul(__hip_bfloat16 a_, __hip_bfloat16 b_) { return a_ * b_; }
__device__ inline __hip_bfloat16 __hdiv(__hip_bfloat16 a_, __hip_bfloat16 b_) { return a_ / b_; }
__device__ inline __hip_bfloat16 __hneg(__hip_bfloat16 a_) { return -a_; }
__device__ inline __hip_bfloat16 __habs(__hip_bfloat16 a_) { return fabsf(a_); }
__device__ inline __hip_bfloat16 __hfma(__hip_bfloat16 a_, __hip_bfloat16 b_, __hip_bfloat16 c_) {
  return retarget_hip::fused_to_odd(a_, b_, c_);
}
__device__ inline __hip_bfloat16 __hmax(__hip_bfloat16 a_, __hip_bfloat16 b_) { return fmaxf(a_, b_); }
__device__ inline __hip_bfloat16 __hmin(__hip_bfloat16 a_, __hip_bfloat16 b_) { return fminf(a_, b_); }
__device__ inline bool __heq(__hip_bfloat16 a_, __hip_bfloat16 b_) { return float(a_) == float(b_); }
__device__ inline bool __hne(__hip_bfloat16 a_, __hip_bfloat16 b_) { return float(a_) != float(b_); }
__device__ inline bool __hlt(__hip_bfloat16 a_, __hip_bfloat16 b_) { return float(a_) < float(b_); }
__device__ inline bool __hle(__hip_bfloat16 a_, __hip_bfloat16 b_) { return float(a_) <= float(b_); }
__device__ inline bool __hgt(__hip_bfloat16 a_, __hip_bfloat16 b_) { return float(a_) > float(b_); }
__device__ inline bool __hge(__hip_bfloat16 a_, __hip_bfloat16 b_) { return float(a_) >= float(b_); }
__device__ inline bool __hisnan(__hip_bfloat16 a_) { return float(a_) != float(a_); }
__device__ inline __hip_bfloat162 __hadd2(__hip_bfloat162 a_, __hip_bfloat162 b_) { return a_ + b_; }
__device__ inline __hip_bfloat162 __hsub2(__hip_bfloat162 a_, __hip_bfloat162 b_) { return a_ - b_; }
__device__ inline __hip_bfloat162 __hmul2(__hip_bfloat162 a_, __hip_bfloat162 b_) { return a_ * b_; }
__device__ inline __hip_bfloat162 __hfma2(__hip_bfloat162 a_, __hip_bfloat162 b_, __hip_bfloat162 c_) {
  return {__hfma(a_.x, b_.x, c_.x), __hfma(a_.y, b_.y, c_.y)};
}

__host__ __device__ inline float __low2float(__hip_bfloat162 a_) { return a_.x; }
__host__ __device__ inline float __high2float(__hip_bfloat162 a_) { return a_.y; }
__host__ __device__ inline __hip_bfloat16 __low2bfloat16(__hip_bfloat162 a_) { return a_.x; }
__host__ __device__ inline __hip_bfloat16 __high2bfloat16(__hip_bfloat162 a_) { return a_.y; }
__host__ __device__ inline __hip_bfloat162 __low2bfloat162(__hip_bfloat162 a_) { return {a_.x, a_.x}; }
__host__ __device__ inline __hip_bfloat162 __high2bfloat162(__hip_bfloat162 a_) { return {a_.y, a_.y}; }
__host__ __device__ inline __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 a_) { return {a_, a_}; }
__host__ __device__ inline __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 a_, __hip_bfloat16 b_) {
  return {a_, b_};
}
__host__ __device__ inline __hip_bfloat162 __float22bfloat162_rn(float2 a_) {
  return {__hip_bfloat16(a_.x), __hip_bfloat16(a_.y)};
}
__host__ __device__ inline float2 __bfloat1622float2(__hip_bfloat162 a_) { return make_float2(a_.x, a_.y); }

#endif

namespace retarget_hip {

// The bits stay: HIP 6.2's own convert the number that they are of, or that they make as a whole one.
__host__ __device__ inline unsigned short bfloat16_as_ushort(__hip_bfloat16 a_) {
  return __builtin_bit_cast(unsigned short, a_);
}
__host__ __device__ inline short bfloat16_as_short(__hip_bfloat16 a_) { return __builtin_bit_cast(short, a_); }
__host__ __device__ inline __hip_bfloat16 ushort_as_bfloat16(unsigned short word_) {
  return __builtin_bit_cast(__hip_bfloat16, word_);
}
__host__ __device__ inline __hip_bfloat16 short_as_bfloat16(short word_) {
  return __builtin_bit_cast(__hip_bfloat16, word_);
}
__host__ __device__ inline __hip_bfloat16 low2bfloat16(__hip_bfloat162 a_) {
  unsigned short low_;
  __builtin_memcpy(&low_, &a_, sizeof low_);
  return ushort_as_bfloat16(low_);
}
__host__ __device__ inline __hip_bfloat162 low2bfloat162(__hip_bfloat162 a_) {
  return __halves2bfloat162(low2bfloat16(a_), low2bfloat16(a_));
}

}  // namespace retarget_hip

// In no version of HIP.
template <typename = void>
__host__ __device__ inline __hip_bfloat16 __float2bfloat16_rn(float a_) {
  return __float2bfloat16(a_);
}
template <typename = void>
__host__ __device__ inline __hip_bfloat162 __float2bfloat162_rn(float a_) {
  return __halves2bfloat162(__float2bfloat16(a_), __float2bfloat16(a_));
}
template <typename = void>
__host__ __device__ inline __hip_bfloat162 __floats2bfloat162_rn(float a_, float b_) {
  return __halves2bfloat162(__float2bfloat16(a_), __float2bfloat16(b_));
}
template <typename = void>
__host__ __device__ inline __hip_bfloat162 make_bfloat162(__hip_bfloat16 a_, __hip_bfloat16 b_) {
  return __halves2bfloat162(a_, b_);
}
template <typename = void>
__host__ __device__ inline __hip_bfloat16 __int2bfloat16_rn(int a_) {
  return __float2bfloat16(static_cast<float>(a_));
}
template <typename = void>
__device__ inline int __bfloat162int_rn(__hip_bfloat16 a_) {
  return static_cast<int>(rintf(__bfloat162float(a_)));
}
template <typename = void>
__device__ inline int __bfloat162int_rz(__hip_bfloat16 a_) {
  return static_cast<int>(__bfloat162float(a_));
}

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {
namespace detail_ {

// Adds to the upper or the lower half of a word as one bf16, rounded to nearest even.
__device__ inline unsigned bf16_sum(unsigned word_, unsigned shift_, __hip_bfloat16 value_) {
  const auto old_ = __builtin_bit_cast(__hip_bfloat16, static_cast<unsigned short>(word_ >> shift_));
  const __hip_bfloat16 sum_ = __float2bfloat16(__bfloat162float(old_) + __bfloat162float(value_));
  return (word_ & ~(0xffffu << shift_)) | (unsigned{__builtin_bit_cast(unsigned short, sum_)} << shift_);
}

// Replaces a word by what `function_` makes of it; gives the old one.
template <typename Function_>
__device__ inline unsigned bf16_update(unsigned* word_, Function_ function_) {
  unsigned seen_ = __hip_atomic_load(word_, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), expected_;
  do {
    expected_ = seen_;
    seen_ = ::atomicCAS(word_, expected_, function_(expected_));
  } while (seen_ != expected_);
  return seen_;
}

}  // namespace detail_
}  // namespace retarget_hip

#define RETARGET_HIP_BF16 template <typename = void> __device__ inline

namespace retarget_hip {
namespace detail_ {

__device__ inline float bf16_low(__hip_bfloat162 a_) { return __bfloat162float(low2bfloat16(a_)); }
__device__ inline float bf16_high(__hip_bfloat162 a_) { return __bfloat162float(__high2bfloat16(a_)); }
template <typename Function_>
__device__ inline __hip_bfloat162 each_bf16(__hip_bfloat162 a_, __hip_bfloat162 b_, Function_ function_) {
  return __halves2bfloat162(function_(low2bfloat16(a_), low2bfloat16(b_)),
                            function_(__high2bfloat16(a_), __high2bfloat16(b_)));
}
// Where a comparison holds, bit 0 is set for the lower half and bit 1 for the upper one.
template <typename Function_>
__device__ inline unsigned bf16_holds(__hip_bfloat162 a_, __hip_bfloat162 b_, Function_ holds_) {
  return (holds_(bf16_low(a_), bf16_low(b_)) ? 1u : 0u) | (holds_(bf16_high(a_), bf16_high(b_)) ? 2u : 0u);
}
__device__ inline __hip_bfloat162 bf16_truths(unsigned holds_) {
  return __halves2bfloat162(__float2bfloat16((holds_ & 1u) ? 1.0f : 0.0f),
                            __float2bfloat16((holds_ & 2u) ? 1.0f : 0.0f));
}
__device__ inline unsigned bf16_mask(unsigned holds_) {
  return ((holds_ & 1u) ? 0xffffu : 0u) | ((holds_ & 2u) ? 0xffff0000u : 0u);
}

}  // namespace detail_

// 1 and -1 for infinities.
__device__ inline int hisinf(__hip_bfloat16 x_) {
  const float wide_ = __bfloat162float(x_);
  return __builtin_isinf(wide_) ? (wide_ > 0.0f ? 1 : -1) : 0;
}
__device__ inline __hip_bfloat162 hisnan2(__hip_bfloat162 x_) {
  return detail_::bf16_truths(detail_::bf16_holds(x_, x_, [](float a_, float b_) { return a_ != b_; }));
}

// 0 to 1, and 0 for what is not a number.
__device__ inline __hip_bfloat16 clamped(__hip_bfloat16 x_) {
  const float wide_ = __bfloat162float(x_);
  return __float2bfloat16(wide_ > 0.0f ? fminf(wide_, 1.0f) : 0.0f);
}
__device__ inline __hip_bfloat162 clamped(__hip_bfloat162 x_) {
  return __halves2bfloat162(clamped(low2bfloat16(x_)), clamped(__high2bfloat16(x_)));
}
__device__ inline __hip_bfloat16 hadd_sat(__hip_bfloat16 a_, __hip_bfloat16 b_) { return clamped(__hadd(a_, b_)); }
__device__ inline __hip_bfloat16 hsub_sat(__hip_bfloat16 a_, __hip_bfloat16 b_) { return clamped(__hsub(a_, b_)); }
__device__ inline __hip_bfloat16 hmul_sat(__hip_bfloat16 a_, __hip_bfloat16 b_) { return clamped(__hmul(a_, b_)); }
__device__ inline __hip_bfloat162 hadd2_sat(__hip_bfloat162 a_, __hip_bfloat162 b_) { return clamped(__hadd2(a_, b_)); }
__device__ inline __hip_bfloat162 hsub2_sat(__hip_bfloat162 a_, __hip_bfloat162 b_) { return clamped(__hsub2(a_, b_)); }
__device__ inline __hip_bfloat162 hmul2_sat(__hip_bfloat162 a_, __hip_bfloat162 b_) { return clamped(__hmul2(a_, b_)); }

}  // namespace retarget_hip

// The _nan forms prefer what is not a number.
RETARGET_HIP_BF16 __hip_bfloat16 __hmax_nan(__hip_bfloat16 a_, __hip_bfloat16 b_) {
  return __hisnan(a_) ? a_ : __hisnan(b_) ? b_ : __hmax(a_, b_);
}
RETARGET_HIP_BF16 __hip_bfloat16 __hmin_nan(__hip_bfloat16 a_, __hip_bfloat16 b_) {
  return __hisnan(a_) ? a_ : __hisnan(b_) ? b_ : __hmin(a_, b_);
}
RETARGET_HIP_BF16 __hip_bfloat162 __hmax2_nan(__hip_bfloat162 a_, __hip_bfloat162 b_) {
  return retarget_hip::detail_::each_bf16(a_, b_, [](__hip_bfloat16 x_, __hip_bfloat16 y_) {
    return __hisnan(x_) ? x_ : __hisnan(y_) ? y_ : __hmax(x_, y_);
  });
}
RETARGET_HIP_BF16 __hip_bfloat162 __hmin2_nan(__hip_bfloat162 a_, __hip_bfloat162 b_) {
  return retarget_hip::detail_::each_bf16(a_, b_, [](__hip_bfloat16 x_, __hip_bfloat16 y_) {
    return __hisnan(x_) ? x_ : __hisnan(y_) ? y_ : __hmin(x_, y_);
  });
}

// Never contracted into a fused multiply-add.
RETARGET_HIP_BF16 __hip_bfloat16 __hadd_rn(__hip_bfloat16 a_, __hip_bfloat16 b_) { return __hadd(a_, b_); }
RETARGET_HIP_BF16 __hip_bfloat16 __hsub_rn(__hip_bfloat16 a_, __hip_bfloat16 b_) { return __hsub(a_, b_); }
RETARGET_HIP_BF16 __hip_bfloat16 __hmul_rn(__hip_bfloat16 a_, __hip_bfloat16 b_) { return __hmul(a_, b_); }
RETARGET_HIP_BF16 __hip_bfloat162 __hadd2_rn(__hip_bfloat162 a_, __hip_bfloat162 b_) { return __hadd2(a_, b_); }
RETARGET_HIP_BF16 __hip_bfloat162 __hsub2_rn(__hip_bfloat162 a_, __hip_bfloat162 b_) { return __hsub2(a_, b_); }
RETARGET_HIP_BF16 __hip_bfloat162 __hmul2_rn(__hip_bfloat162 a_, __hip_bfloat162 b_) { return __hmul2(a_, b_); }

RETARGET_HIP_BF16 __hip_bfloat16 __hfma_relu(__hip_bfloat16 a_, __hip_bfloat16 b_, __hip_bfloat16 c_) {
  const float sum_ = retarget_hip::fused_to_odd(__bfloat162float(a_), __bfloat162float(b_), __bfloat162float(c_));
  return __float2bfloat16(sum_ < 0.0f ? 0.0f : sum_);
}
RETARGET_HIP_BF16 __hip_bfloat162 __hfma2_relu(__hip_bfloat162 a_, __hip_bfloat162 b_, __hip_bfloat162 c_) {
  using retarget_hip::low2bfloat16;
  return __halves2bfloat162(__hfma_relu(low2bfloat16(a_), low2bfloat16(b_), low2bfloat16(c_)),
                            __hfma_relu(__high2bfloat16(a_), __high2bfloat16(b_), __high2bfloat16(c_)));
}

// In the oldest HIP, bfloat16 has no functions of these; in none, the cache of textures.
#define RETARGET_HIP_BF16_MATH(name, function_) \
  RETARGET_HIP_BF16 __hip_bfloat16 name(__hip_bfloat16 a_) { return __float2bfloat16(function_(__bfloat162float(a_))); }
RETARGET_HIP_BF16_MATH(hexp, expf)
RETARGET_HIP_BF16_MATH(hexp2, exp2f)
RETARGET_HIP_BF16_MATH(hexp10, exp10f)
RETARGET_HIP_BF16_MATH(hlog, logf)
RETARGET_HIP_BF16_MATH(hlog2, log2f)
RETARGET_HIP_BF16_MATH(hlog10, log10f)
RETARGET_HIP_BF16_MATH(hsqrt, sqrtf)
RETARGET_HIP_BF16_MATH(hrsqrt, rsqrtf)
RETARGET_HIP_BF16_MATH(hrcp, 1.0f /)
RETARGET_HIP_BF16_MATH(hsin, sinf)
RETARGET_HIP_BF16_MATH(hcos, cosf)
RETARGET_HIP_BF16_MATH(hfloor, floorf)
RETARGET_HIP_BF16_MATH(hceil, ceilf)
RETARGET_HIP_BF16_MATH(htrunc, truncf)
RETARGET_HIP_BF16_MATH(hrint, rintf)
#undef RETARGET_HIP_BF16_MATH
RETARGET_HIP_BF16 __hip_bfloat16 __ldg(const __hip_bfloat16* a_) { return *a_; }
RETARGET_HIP_BF16 __hip_bfloat162 __ldg(const __hip_bfloat162* a_) { return *a_; }

// Comparisons of both halves; the unordered ones (u) also hold where a NaN is compared.
#define RETARGET_HIP_BF16_HOLDS(name, holds_)                                                                \
  RETARGET_HIP_BF16 unsigned __h##name##2_mask(__hip_bfloat162 a_, __hip_bfloat162 b_) {                      \
    return retarget_hip::detail_::bf16_mask(                                                                 \
        retarget_hip::detail_::bf16_holds(a_, b_, [](float x_, float y_) { return holds_; }));                 \
  }                                                                                                          \
  namespace retarget_hip {                                                                                   \
  __device__ inline __hip_bfloat162 h##name##2(__hip_bfloat162 a_, __hip_bfloat162 b_) {                      \
    return detail_::bf16_truths(detail_::bf16_holds(a_, b_, [](float x_, float y_) { return holds_; }));       \
  }                                                                                                          \
  __device__ inline bool hb##name##2(__hip_bfloat162 a_, __hip_bfloat162 b_) {                                \
    return detail_::bf16_holds(a_, b_, [](float x_, float y_) { return holds_; }) == 3u;                       \
  }                                                                                                          \
  }
RETARGET_HIP_BF16_HOLDS(eq, x_ == y_)
RETARGET_HIP_BF16_HOLDS(ne, x_ < y_ || x_ > y_)
RETARGET_HIP_BF16_HOLDS(lt, x_ < y_)
RETARGET_HIP_BF16_HOLDS(le, x_ <= y_)
RETARGET_HIP_BF16_HOLDS(gt, x_ > y_)
RETARGET_HIP_BF16_HOLDS(ge, x_ >= y_)
RETARGET_HIP_BF16_HOLDS(equ, !(x_ < y_ || x_ > y_))
RETARGET_HIP_BF16_HOLDS(neu, x_ != y_)
RETARGET_HIP_BF16_HOLDS(ltu, !(x_ >= y_))
RETARGET_HIP_BF16_HOLDS(leu, !(x_ > y_))
RETARGET_HIP_BF16_HOLDS(gtu, !(x_ <= y_))
RETARGET_HIP_BF16_HOLDS(geu, !(x_ < y_))
#undef RETARGET_HIP_BF16_HOLDS
#undef RETARGET_HIP_BF16

template <typename = void>
__device__ inline __hip_bfloat16 atomicAdd(__hip_bfloat16* address_, __hip_bfloat16 value_) {
  const size_t place_ = reinterpret_cast<size_t>(address_);
  const unsigned shift_ = (place_ & 2) * 8;
  const unsigned old_ =
      retarget_hip::detail_::bf16_update(reinterpret_cast<unsigned*>(place_ & ~size_t{3}), [=](unsigned word_) {
        return retarget_hip::detail_::bf16_sum(word_, shift_, value_);
      });
  return __builtin_bit_cast(__hip_bfloat16, static_cast<unsigned short>(old_ >> shift_));
}
template <typename = void>
__device__ inline __hip_bfloat162 atomicAdd(__hip_bfloat162* address_, __hip_bfloat162 value_) {
  const unsigned old_ = retarget_hip::detail_::bf16_update(reinterpret_cast<unsigned*>(address_), [=](unsigned word_) {
    const unsigned low_ = retarget_hip::detail_::bf16_sum(word_, 0, retarget_hip::low2bfloat16(value_));
    return retarget_hip::detail_::bf16_sum(low_, 16, __high2bfloat16(value_));
  });
  return __halves2bfloat162(__builtin_bit_cast(__hip_bfloat16, static_cast<unsigned short>(old_)),
                            __builtin_bit_cast(__hip_bfloat16, static_cast<unsigned short>(old_ >> 16)));
}

#endif

#pragma pop_macro("bits")
#pragma pop_macro("x")
#pragma pop_macro("y")

#endif
#endif
