// CUDA's arithmetic with a directed rounding (_rd down, _ru up, _rz to zero), which HIP leaves out.
// The nearest result is moved by one unit where its exact error points the other way; needs IEEE arithmetic.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_ROUNDING_H
#define RETARGET_HIP_ROUNDING_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

namespace retarget_hip {
namespace rounding {

enum class Toward { down, up, zero };

__device__ inline float next(float x, float to) { return nextafterf(x, to); }
__device__ inline double next(double x, double to) { return nextafter(x, to); }
__device__ inline float fused(float a, float b, float c) { return fmaf(a, b, c); }
__device__ inline double fused(double a, double b, double c) { return fma(a, b, c); }
__device__ inline float root(float x) { return __builtin_sqrtf(x); }
__device__ inline double root(double x) { return __builtin_sqrt(x); }

// The neighbour of `nearest` that the direction asks for, when the exact value is nearest + error.
// An error that is not a number (overflow, infinities) leaves the nearest result.
template <Toward toward, typename T>
__device__ inline T directed(T nearest, T error) {
  const T infinity = static_cast<T>(__builtin_huge_val());
  const bool lower = toward == Toward::down || (toward == Toward::zero && nearest > T(0));
  const bool raise = toward == Toward::up || (toward == Toward::zero && nearest < T(0));
  if (lower && error < T(0)) return next(nearest, -infinity);
  if (raise && error > T(0)) return next(nearest, infinity);
  return nearest;
}

// The exact error of a + b (Knuth).
template <typename T>
__device__ inline T sum_error(T a, T b, T sum) {
  const T other = sum - a;
  return (a - (sum - other)) + (b - other);
}

template <Toward toward, typename T>
__device__ inline T add(T a, T b) {
  const T sum = a + b;
  return directed<toward>(sum, sum_error(a, b, sum));
}
template <Toward toward, typename T>
__device__ inline T multiply(T a, T b) {
  const T product = a * b;
  return directed<toward>(product, fused(a, b, -product));
}
template <Toward toward, typename T>
__device__ inline T divide(T a, T b) {
  const T quotient = a / b;
  const T rest = fused(-quotient, b, a);
  return directed<toward>(quotient, b < T(0) ? -rest : rest);
}
template <Toward toward, typename T>
__device__ inline T square_root(T x) {
  const T result = root(x);
  return directed<toward>(result, fused(-result, result, x));
}
// The error of a fused multiply-add takes two exact terms (Boldo and Muller).
template <Toward toward, typename T>
__device__ inline T multiply_add(T a, T b, T c) {
  const T result = fused(a, b, c);
  const T high = a * b, low = fused(a, b, -high);
  const T middle = c + low, middle_error = sum_error(c, low, middle);
  const T top = high + middle, top_error = sum_error(high, middle, top);
  return directed<toward>(result, ((top - result) + top_error) + middle_error);
}

}  // namespace rounding
}  // namespace retarget_hip

#define RETARGET_HIP_ROUNDED(suffix, toward)                                                               \
  template <typename = void>                                                                               \
  __device__ inline float __fadd_##suffix(float a, float b) {                                              \
    return retarget_hip::rounding::add<retarget_hip::rounding::Toward::toward>(a, b);                      \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline float __fsub_##suffix(float a, float b) {                                              \
    return retarget_hip::rounding::add<retarget_hip::rounding::Toward::toward>(a, -b);                     \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline float __fmul_##suffix(float a, float b) {                                              \
    return retarget_hip::rounding::multiply<retarget_hip::rounding::Toward::toward>(a, b);                 \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline float __fdiv_##suffix(float a, float b) {                                              \
    return retarget_hip::rounding::divide<retarget_hip::rounding::Toward::toward>(a, b);                   \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline float __frcp_##suffix(float x) {                                                       \
    return retarget_hip::rounding::divide<retarget_hip::rounding::Toward::toward>(1.0f, x);                \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline float __fsqrt_##suffix(float x) {                                                      \
    return retarget_hip::rounding::square_root<retarget_hip::rounding::Toward::toward>(x);                 \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline float __fmaf_##suffix(float a, float b, float c) {                                     \
    return retarget_hip::rounding::multiply_add<retarget_hip::rounding::Toward::toward>(a, b, c);          \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __dadd_##suffix(double a, double b) {                                           \
    return retarget_hip::rounding::add<retarget_hip::rounding::Toward::toward>(a, b);                      \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __dsub_##suffix(double a, double b) {                                           \
    return retarget_hip::rounding::add<retarget_hip::rounding::Toward::toward>(a, -b);                     \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __dmul_##suffix(double a, double b) {                                           \
    return retarget_hip::rounding::multiply<retarget_hip::rounding::Toward::toward>(a, b);                 \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __ddiv_##suffix(double a, double b) {                                           \
    return retarget_hip::rounding::divide<retarget_hip::rounding::Toward::toward>(a, b);                   \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __drcp_##suffix(double x) {                                                     \
    return retarget_hip::rounding::divide<retarget_hip::rounding::Toward::toward>(1.0, x);                 \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __dsqrt_##suffix(double x) {                                                    \
    return retarget_hip::rounding::square_root<retarget_hip::rounding::Toward::toward>(x);                 \
  }                                                                                                        \
  template <typename = void>                                                                               \
  __device__ inline double __fma_##suffix(double a, double b, double c) {                                  \
    return retarget_hip::rounding::multiply_add<retarget_hip::rounding::Toward::toward>(a, b, c);          \
  }

RETARGET_HIP_ROUNDED(rd, down)
RETARGET_HIP_ROUNDED(ru, up)
RETARGET_HIP_ROUNDED(rz, zero)
#undef RETARGET_HIP_ROUNDED

#endif
#endif
