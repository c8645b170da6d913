// Stands for PTX's arithmetic on half precision and bfloat16, one number in 16 bits or two in 32, and for conversions.
// Numbers come and go as bits, as in PTX; results are rounded once.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_PTX_HALF_H
#define RETARGET_HIP_PTX_HALF_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>
#include <stdint.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

// Conversions. Of a float that lies between two numbers of the format, to nearest even (rn) or towards zero (rz).
__device__ inline float ptx_f16_float(uint16_t a_) { return (float)__builtin_bit_cast(_Float16, a_); }
__device__ inline uint16_t ptx_f16_rn(float a_) { return __builtin_bit_cast(uint16_t, (_Float16)a_); }
__device__ inline uint16_t ptx_f16_rz(float a_) {
  const uint16_t near_ = ptx_f16_rn(a_);
  return __builtin_fabsf(ptx_f16_float(near_)) > __builtin_fabsf(a_) ? uint16_t(near_ - 1) : near_;
}
__device__ inline float ptx_bf16_float(uint16_t a_) { return __builtin_bit_cast(float, (uint32_t)a_ << 16); }
__device__ inline uint16_t ptx_bf16_rn(float a_) {
  const uint32_t word_ = __builtin_bit_cast(uint32_t, a_);
  return a_ != a_ ? uint16_t(0x7fff) : uint16_t((word_ + 0x7fffu + (word_ >> 16 & 1u)) >> 16);
}
__device__ inline uint16_t ptx_bf16_rz(float a_) {
  return a_ != a_ ? uint16_t(0x7fff) : uint16_t(__builtin_bit_cast(uint32_t, a_) >> 16);
}

// a * b + c, rounded once. For bfloat16 the sum is rounded to odd in double and in float, which a last rounding to
// fewer digits does not see.
__device__ inline uint16_t ptx_f16_fma(uint16_t a_, uint16_t b_, uint16_t c_) {
  return __builtin_bit_cast(uint16_t,
                            __builtin_fmaf16(__builtin_bit_cast(_Float16, a_), __builtin_bit_cast(_Float16, b_),
                                             __builtin_bit_cast(_Float16, c_)));
}
__device__ inline float ptx_odd_(double sum_, double rest_) {
  uint64_t bits_ = __builtin_bit_cast(uint64_t, sum_);
  if (rest_ != 0 && rest_ == rest_ && !(bits_ & 1)) bits_ += (rest_ > 0) == (sum_ > 0) ? 1 : -1;
  const double odd_ = __builtin_bit_cast(double, bits_);
  const float near_ = (float)odd_;
  uint32_t word_ = __builtin_bit_cast(uint32_t, near_);
  if ((double)near_ != odd_ && near_ == near_ && !(word_ & 1))
    word_ += __builtin_fabs((double)near_) < __builtin_fabs(odd_) ? 1 : -1;
  return __builtin_bit_cast(float, word_);
}
__device__ inline uint16_t ptx_bf16_fma(uint16_t a_, uint16_t b_, uint16_t c_) {
#pragma clang fp contract(off)
  const double product_ = (double)ptx_bf16_float(a_) * ptx_bf16_float(b_), third_ = ptx_bf16_float(c_);
  const double sum_ = product_ + third_, back_ = sum_ - product_;
  return ptx_bf16_rn(ptx_odd_(sum_, (product_ - (sum_ - back_)) + (third_ - back_)));
}

// What float has more than twice the digits of: computed there, rounded once more.
template <typename Each_>
__device__ inline uint16_t ptx_f16_each_(uint16_t a_, uint16_t b_, Each_ each_) {
  return ptx_f16_rn(each_(ptx_f16_float(a_), ptx_f16_float(b_)));
}
template <typename Each_>
__device__ inline uint16_t ptx_bf16_each_(uint16_t a_, uint16_t b_, Each_ each_) {
  return ptx_bf16_rn(each_(ptx_bf16_float(a_), ptx_bf16_float(b_)));
}
__device__ inline uint16_t ptx_low_(uint32_t pair_) { return (uint16_t)pair_; }
__device__ inline uint16_t ptx_high_(uint32_t pair_) { return (uint16_t)(pair_ >> 16); }
__device__ inline uint32_t ptx_pair_(uint16_t low_, uint16_t high_) { return low_ | (uint32_t)high_ << 16; }

// The lesser and the greater: a number is preferred to a NaN, and -0 is less than +0, as in the GPU's instructions.
__device__ inline float ptx_least_(float p_, float q_) {
#if defined(RETARGET_HOST)
  if (p_ == q_) return __builtin_signbit(p_) ? p_ : q_;
#endif
  return __builtin_fminf(p_, q_);
}
__device__ inline float ptx_most_(float p_, float q_) {
#if defined(RETARGET_HOST)
  if (p_ == q_) return __builtin_signbit(p_) ? q_ : p_;
#endif
  return __builtin_fmaxf(p_, q_);
}

#define RETARGET_HIP_PTX_HALF_OF(name, pairs, format, expression)                                          \
  __device__ inline uint16_t name(uint16_t a_, uint16_t b_) {                                              \
    return format##each_(a_, b_, [](float p_, float q_) -> float { return expression; });                  \
  }                                                                                                        \
  __device__ inline uint32_t pairs(uint32_t a_, uint32_t b_) {                                             \
    return ptx_pair_(name(ptx_low_(a_), ptx_low_(b_)), name(ptx_high_(a_), ptx_high_(b_)));                \
  }
#define RETARGET_HIP_PTX_HALF_ONE(name, pairs, expression)                                                 \
  __device__ inline uint16_t name(uint16_t a_) { return expression; }                                      \
  __device__ inline uint32_t pairs(uint32_t a_) { return ptx_pair_(name(ptx_low_(a_)), name(ptx_high_(a_))); }
// A comparison of pairs gives 16 ones for each that holds; the unordered ones (u) hold for a NaN too.
#define RETARGET_HIP_PTX_HALF_SET(name, pairs, format, expression)                                         \
  __device__ inline bool name(uint16_t a_, uint16_t b_) {                                                  \
    const float p_ = format##float(a_), q_ = format##float(b_);                                            \
    return expression;                                                                                     \
  }                                                                                                        \
  __device__ inline uint32_t pairs(uint32_t a_, uint32_t b_) {                                             \
    return (name(ptx_low_(a_), ptx_low_(b_)) ? 0xffffu : 0u) |                                             \
           (name(ptx_high_(a_), ptx_high_(b_)) ? 0xffff0000u : 0u);                                        \
  }
#define RETARGET_HIP_PTX_HALF(one, two, infinity, unity)                                                   \
  RETARGET_HIP_PTX_HALF_OF(one##add, two##add, one, p_ + q_)                                               \
  RETARGET_HIP_PTX_HALF_OF(one##sub, two##sub, one, p_ - q_)                                               \
  RETARGET_HIP_PTX_HALF_OF(one##mul, two##mul, one, p_ * q_)                                               \
  RETARGET_HIP_PTX_HALF_OF(one##min, two##min, one, ptx_least_(p_, q_))                               \
  RETARGET_HIP_PTX_HALF_OF(one##max, two##max, one, ptx_most_(p_, q_))                               \
  RETARGET_HIP_PTX_HALF_OF(one##min_nan, two##min_nan, one, p_ != p_ || q_ != q_ ? p_ + q_ : ptx_least_(p_, q_)) \
  RETARGET_HIP_PTX_HALF_OF(one##max_nan, two##max_nan, one, p_ != p_ || q_ != q_ ? p_ + q_ : ptx_most_(p_, q_)) \
  RETARGET_HIP_PTX_HALF_ONE(one##neg, two##neg, uint16_t(a_ ^ 0x8000u))                                    \
  RETARGET_HIP_PTX_HALF_ONE(one##abs, two##abs, uint16_t(a_ & 0x7fffu))                                    \
  RETARGET_HIP_PTX_HALF_ONE(one##sat, two##sat, one##float(a_) > 0.0f ? (one##float(a_) < 1.0f ? a_ : uint16_t(unity)) : uint16_t(0)) \
  RETARGET_HIP_PTX_HALF_ONE(one##relu, two##relu, a_ & 0x8000u && (a_ & 0x7fffu) <= infinity ? uint16_t(0) : a_) \
  RETARGET_HIP_PTX_HALF_ONE(one##tanh, two##tanh, one##rn(tanhf(one##float(a_))))                          \
  RETARGET_HIP_PTX_HALF_ONE(one##ex2, two##ex2, one##rn(exp2f(one##float(a_))))                            \
  RETARGET_HIP_PTX_HALF_SET(one##eq, two##eq, one, p_ == q_)                                               \
  RETARGET_HIP_PTX_HALF_SET(one##ne, two##ne, one, p_ < q_ || p_ > q_)                                     \
  RETARGET_HIP_PTX_HALF_SET(one##lt, two##lt, one, p_ < q_)                                                \
  RETARGET_HIP_PTX_HALF_SET(one##le, two##le, one, p_ <= q_)                                               \
  RETARGET_HIP_PTX_HALF_SET(one##gt, two##gt, one, p_ > q_)                                                \
  RETARGET_HIP_PTX_HALF_SET(one##ge, two##ge, one, p_ >= q_)                                               \
  RETARGET_HIP_PTX_HALF_SET(one##equ, two##equ, one, !(p_ < q_ || p_ > q_))                                \
  RETARGET_HIP_PTX_HALF_SET(one##neu, two##neu, one, p_ != q_)                                             \
  RETARGET_HIP_PTX_HALF_SET(one##ltu, two##ltu, one, !(p_ >= q_))                                          \
  RETARGET_HIP_PTX_HALF_SET(one##leu, two##leu, one, !(p_ > q_))                                           \
  RETARGET_HIP_PTX_HALF_SET(one##gtu, two##gtu, one, !(p_ <= q_))                                          \
  RETARGET_HIP_PTX_HALF_SET(one##geu, two##geu, one, !(p_ < q_))                                           \
  __device__ inline uint32_t two##fma(uint32_t a_, uint32_t b_, uint32_t c_) {                             \
    return ptx_pair_(one##fma(ptx_low_(a_), ptx_low_(b_), ptx_low_(c_)),                                   \
                     one##fma(ptx_high_(a_), ptx_high_(b_), ptx_high_(c_)));                               \
  }                                                                                                        \
  __device__ inline uint32_t two##rn(float high_, float low_) { return ptx_pair_(one##rn(low_), one##rn(high_)); } \
  __device__ inline uint32_t two##rz(float high_, float low_) { return ptx_pair_(one##rz(low_), one##rz(high_)); }
RETARGET_HIP_PTX_HALF(ptx_f16_, ptx_f16x2_, 0x7c00u, 0x3c00u)
RETARGET_HIP_PTX_HALF(ptx_bf16_, ptx_bf16x2_, 0x7f80u, 0x3f80u)
#undef RETARGET_HIP_PTX_HALF
#undef RETARGET_HIP_PTX_HALF_SET
#undef RETARGET_HIP_PTX_HALF_ONE
#undef RETARGET_HIP_PTX_HALF_OF

// Atomic sums by comparing and swapping the word of 32 bits that holds the number; each returns the old value.
template <typename Sum_>
__device__ inline uint32_t ptx_update_(uint32_t* word_, Sum_ sum_) {
  uint32_t seen_ = __hip_atomic_load(word_, __ATOMIC_RELAXED, 4), expected_;
  do {
    expected_ = seen_;
    seen_ = ::atomicCAS(word_, expected_, sum_(expected_));
  } while (seen_ != expected_);
  return seen_;
}
template <typename Sum_>
__device__ inline uint16_t ptx_update_(uint16_t* address_, Sum_ sum_) {
  const uint64_t place_ = (uint64_t)address_;
  const uint32_t shift_ = (uint32_t)(place_ & 2) * 8;
  return (uint16_t)(ptx_update_((uint32_t*)(place_ & ~uint64_t(3)), [=](uint32_t word_) {
    return (word_ & ~(0xffffu << shift_)) | (uint32_t)sum_((uint16_t)(word_ >> shift_)) << shift_;
  }) >> shift_);
}
#define RETARGET_HIP_PTX_HALF_ATOM(name, sum, Word)                                  \
  __device__ inline Word name(Word* address_, Word value_) {                         \
    return ptx_update_(address_, [=](Word old_) -> Word { return sum(old_, value_); }); \
  }
RETARGET_HIP_PTX_HALF_ATOM(ptx_atom_add_f16, ptx_f16_add, uint16_t)
RETARGET_HIP_PTX_HALF_ATOM(ptx_atom_add_bf16, ptx_bf16_add, uint16_t)
RETARGET_HIP_PTX_HALF_ATOM(ptx_atom_add_f16x2, ptx_f16x2_add, uint32_t)
RETARGET_HIP_PTX_HALF_ATOM(ptx_atom_add_bf16x2, ptx_bf16x2_add, uint32_t)
#undef RETARGET_HIP_PTX_HALF_ATOM

}  // namespace retarget_hip

#endif

#endif
#endif
