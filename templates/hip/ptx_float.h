// Stands for PTX's floating point instructions that no function of HIP gives: rounding that forbids contraction,
// pairs of floats in 64 bits, TensorFloat-32, saturation.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_PTX_FLOAT_H
#define RETARGET_HIP_PTX_FLOAT_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>
#include <stdint.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

// A rounding modifier in PTX forbids that a product and a sum become one operation.
#define RETARGET_HIP_PTX_ROUNDED(name, sign)    \
  template <typename T_>                        \
  __device__ inline T_ name(T_ a_, T_ b_) {     \
    _Pragma("clang fp contract(off)")           \
    return a_ sign b_;                          \
  }
RETARGET_HIP_PTX_ROUNDED(ptx_add_rn, +)
RETARGET_HIP_PTX_ROUNDED(ptx_sub_rn, -)
RETARGET_HIP_PTX_ROUNDED(ptx_mul_rn, *)
#undef RETARGET_HIP_PTX_ROUNDED

__device__ inline uint32_t ptx_bits(float a_) { return __builtin_bit_cast(uint32_t, a_); }
__device__ inline float ptx_float(uint32_t a_) { return __builtin_bit_cast(float, a_); }

// A NaN becomes 0.
__device__ inline float ptx_sat(float a_) { return a_ > 0.0f ? (a_ < 1.0f ? a_ : 1.0f) : 0.0f; }
// The .NaN forms give a NaN where an operand is one; a number is preferred otherwise.
__device__ inline float ptx_min_nan(float a_, float b_) { return a_ != a_ || b_ != b_ ? a_ + b_ : __builtin_fminf(a_, b_); }
__device__ inline float ptx_max_nan(float a_, float b_) { return a_ != a_ || b_ != b_ ? a_ + b_ : __builtin_fmaxf(a_, b_); }

// TensorFloat-32: ten bits behind the point, rounded to nearest, ties away from zero (rna), or to even (rn).
__device__ inline uint32_t ptx_tf32_rna(float a_) {
  return a_ != a_ ? 0x7fffffffu : __builtin_isinf(a_) ? ptx_bits(a_) : (ptx_bits(a_) + 0x1000u) & ~0x1fffu;
}
__device__ inline uint32_t ptx_tf32_rn(float a_) {
  const uint32_t word_ = ptx_bits(a_);
  return a_ != a_ ? 0x7fffffffu : __builtin_isinf(a_) ? word_ : (word_ + 0xfffu + (word_ >> 13 & 1u)) & ~0x1fffu;
}

// Two floats in 64 bits, the first in the low half.
template <typename Each_>
__device__ inline uint64_t ptx_f32x2_(uint64_t a_, uint64_t b_, uint64_t c_, Each_ each_) {
  const float low_ = each_(ptx_float((uint32_t)a_), ptx_float((uint32_t)b_), ptx_float((uint32_t)c_));
  const float high_ = each_(ptx_float((uint32_t)(a_ >> 32)), ptx_float((uint32_t)(b_ >> 32)), ptx_float((uint32_t)(c_ >> 32)));
  return (uint64_t)ptx_bits(high_) << 32 | ptx_bits(low_);
}
__device__ inline uint64_t ptx_f32x2_add(uint64_t a_, uint64_t b_) {
  return ptx_f32x2_(a_, b_, 0, [](float p_, float q_, float) { return ptx_add_rn<float>(p_, q_); });
}
__device__ inline uint64_t ptx_f32x2_sub(uint64_t a_, uint64_t b_) {
  return ptx_f32x2_(a_, b_, 0, [](float p_, float q_, float) { return ptx_sub_rn<float>(p_, q_); });
}
__device__ inline uint64_t ptx_f32x2_mul(uint64_t a_, uint64_t b_) {
  return ptx_f32x2_(a_, b_, 0, [](float p_, float q_, float) { return ptx_mul_rn<float>(p_, q_); });
}
__device__ inline uint64_t ptx_f32x2_fma(uint64_t a_, uint64_t b_, uint64_t c_) {
  return ptx_f32x2_(a_, b_, c_, [](float p_, float q_, float r_) { return __builtin_fmaf(p_, q_, r_); });
}

}  // namespace retarget_hip

#endif

#endif
#endif
