// CUDA's arithmetic with a directed rounding (_rd down, _ru up, _rz to zero), which HIP leaves out.
// The nearest result is moved by one unit where its exact error points the other way; needs IEEE arithmetic.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_ROUNDING_H
#define RETARGET_HIP_ROUNDING_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#pragma push_macro("add")
#undef add
#pragma push_macro("fma")
#undef fma
#pragma push_macro("next")
#undef next

namespace retarget_hip {
namespace rounding {

enum class Toward { down, up, zero };

__device__ inline float next(float x_, float to_) { return nextafterf(x_, to_); }
__device__ inline double next(double x_, double to_) { return nextafter(x_, to_); }
__device__ inline float fused(float a_, float b_, float c_) { return fmaf(a_, b_, c_); }
__device__ inline double fused(double a_, double b_, double c_) { return fma(a_, b_, c_); }
__device__ inline float root(float x_) { return __builtin_sqrtf(x_); }
__device__ inline double root(double x_) { return __builtin_sqrt(x_); }

// The neighbour of `nearest_` that the direction asks for, when the exact value is nearest + error.
// An error that is not a number (overflow, infinities) leaves the nearest result.
template <Toward toward_, typename T_>
__device__ inline T_ directed(T_ nearest_, T_ error_) {
  const T_ infinity_ = static_cast<T_>(__builtin_huge_val());
  const bool lower_ = toward_ == Toward::down || (toward_ == Toward::zero && nearest_ > T_(0));
  const bool raise_ = toward_ == Toward::up || (toward_ == Toward::zero && nearest_ < T_(0));
  if (lower_ && error_ < T_(0)) return next(nearest_, -infinity_);
  if (raise_ && error_ > T_(0)) return next(nearest_, infinity_);
  return nearest_;
}

// The exact error of a + b (Knuth).
template <typename T_>
__device__ inline T_ sum_error(T_ a_, T_ b_, T_ sum_) {
  const T_ other_ = sum_ - a_;
  return (a_ - (sum_ - other_)) + (b_ - other_);
}

template <Toward toward_, typename T_>
__device__ inline T_ add(T_ a_, T_ b_) {
  const T_ sum_ = a_ + b_;
  return directed<toward_>(sum_, sum_error(a_, b_, sum_));
}
template <Toward toward_, typename T_>
__device__ inline T_ multiply(T_ a_, T_ b_) {
  const T_ product_ = a_ * b_;
  return directed<toward_>(product_, fused(a_, b_, -product_));
}
template <Toward toward_, typename T_>
__device__ inline T_ divide(T_ a_, T_ b_) {
  const T_ quotient_ = a_ / b_;
  const T_ rest_ = fused(-quotient_, b_, a_);
  return directed<toward_>(quotient_, b_ < T_(0) ? -rest_ : rest_);
}
template <Toward toward_, typename T_>
__device__ inline T_ square_root(T_ x_) {
  const T_ result_ = root(x_);
  return directed<toward_>(result_, fused(-result_, result_, x_));
}
// The error of a fused multiply-add takes two exact terms (Boldo and Muller).
template <Toward toward_, typename T_>
__device__ inline T_ multiply_add(T_ a_, T_ b_, T_ c_) {
  const T_ result_ = fused(a_, b_, c_);
  const T_ high_ = a_ * b_, low_ = fused(a_, b_, -high_);
  const T_ middle_ = c_ + low_, middle_error_ = sum_error(c_, low_, middle_);
  const T_ top_ = high_ + middle_, top_error_ = sum_error(high_, middle_, top_);
  return directed<toward_>(result_, ((top_ - result_) + top_error_) + middle_error_);
}

}  // namespace rounding
}  // namespace retarget_hip

#define RETARGET_HIP_ROUNDED(suffix, toward_)                                                               \
  template <typename = void>                                                                               \
  __device__ inline float __fadd_##suffix(float a_, float b_) {                                              \
    return retarget_hip::rounding::add<retarget_hip::rounding::Toward::toward_>(a_, b_);                      \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline float __fsub_##suffix(float a_, float b_) {                                              \
    return retarget_hip::rounding::add<retarget_hip::rounding::Toward::toward_>(a_, -b_);                     \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline float __fmul_##suffix(float a_, float b_) {                                              \
    return retarget_hip::rounding::multiply<retarget_hip::rounding::Toward::toward_>(a_, b_);                 \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline float __fdiv_##suffix(float a_, float b_) {                                              \
    return retarget_hip::rounding::divide<retarget_hip::rounding::Toward::toward_>(a_, b_);                   \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline float __frcp_##suffix(float x_) {                                                       \
    return retarget_hip::rounding::divide<retarget_hip::rounding::Toward::toward_>(1.0f, x_);                \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline float __fsqrt_##suffix(float x_) {                                                      \
    return retarget_hip::rounding::square_root<retarget_hip::rounding::Toward::toward_>(x_);                 \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline float __fmaf_##suffix(float a_, float b_, float c_) {                                     \
    return retarget_hip::rounding::multiply_add<retarget_hip::rounding::Toward::toward_>(a_, b_, c_);          \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __dadd_##suffix(double a_, double b_) {                                           \
    return retarget_hip::rounding::add<retarget_hip::rounding::Toward::toward_>(a_, b_);                      \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __dsub_##suffix(double a_, double b_) {                                           \
    return retarget_hip::rounding::add<retarget_hip::rounding::Toward::toward_>(a_, -b_);                     \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __dmul_##suffix(double a_, double b_) {                                           \
    return retarget_hip::rounding::multiply<retarget_hip::rounding::Toward::toward_>(a_, b_);                 \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __ddiv_##suffix(double a_, double b_) {                                           \
    return retarget_hip::rounding::divide<retarget_hip::rounding::Toward::toward_>(a_, b_);                   \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __drcp_##suffix(double x_) {                                                     \
    return retarget_hip::rounding::divide<retarget_hip::rounding::Toward::toward_>(1.0, x_);                 \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __dsqrt_##suffix(double x_) {                                                    \
    return retarget_hip::rounding::square_root<retarget_hip::rounding::Toward::toward_>(x_);                 \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __fma_##suffix(double a_, double b_, double c_) {                                  \
    return retarget_hip::rounding::multiply_add<retarget_hip::rounding::Toward::toward_>(a_, b_, c_);          \
  }

RETARGET_HIP_ROUNDED(rd, down)
RETARGET_HIP_ROUNDED(ru, up)
RETARGET_HIP_ROUNDED(rz, zero)
#undef RETARGET_HIP_ROUNDED

#pragma pop_macro("add")
#pragma pop_macro("fma")
#pragma pop_macro("next")

#endif
#endif
