// CUDA's max and min (HIP has no mixed types, and on the host only int), and host math beyond C's.
// max and min have CUDA's overloads, so the same calls are accepted and the same ones are ambiguous.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_DEVICE_MATH_H
#define RETARGET_HIP_DEVICE_MATH_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>
#include <math.h>  // ::isnan and its siblings, which CUDA declares in host code too

#pragma push_macro("max")
#undef max
#pragma push_macro("min")
#undef min

#if !defined(RETARGET_HOST)  // where host and device code are one, these are the runtime's

#define RETARGET_HIP_EXTREMA(sides, result, left, right)         \
  sides inline result max(left a_, right b_) {                     \
    const result x_ = static_cast<result>(a_);                     \
    const result y_ = static_cast<result>(b_);                     \
    return x_ < y_ ? y_ : x_;                                        \
  }                                                              \
  sides inline result min(left a_, right b_) {                     \
    const result x_ = static_cast<result>(a_);                     \
    const result y_ = static_cast<result>(b_);                     \
    return y_ < x_ ? y_ : x_;                                        \
  }
#define RETARGET_HIP_INTEGER_EXTREMA(sides, signed_type, unsigned_type)                  \
  RETARGET_HIP_EXTREMA(sides, unsigned_type, unsigned_type, unsigned_type)               \
  RETARGET_HIP_EXTREMA(sides, unsigned_type, signed_type, unsigned_type)                 \
  RETARGET_HIP_EXTREMA(sides, unsigned_type, unsigned_type, signed_type)

#if !defined(__HIPCC__)
RETARGET_HIP_EXTREMA(, int, int, int)
#endif
RETARGET_HIP_INTEGER_EXTREMA(__host__ __device__, int, unsigned)
RETARGET_HIP_INTEGER_EXTREMA(__host__ __device__, long, unsigned long)
RETARGET_HIP_INTEGER_EXTREMA(__host__ __device__, long long, unsigned long long)
RETARGET_HIP_EXTREMA(__host__ __device__, long, long, long)
RETARGET_HIP_EXTREMA(__host__ __device__, long long, long long, long long)

#undef RETARGET_HIP_INTEGER_EXTREMA
#undef RETARGET_HIP_EXTREMA

// Like fmax and fmin, these prefer a number to a NaN. HIP has the first two in device code.
__host__ inline float max(float a_, float b_) { return __builtin_fmaxf(a_, b_); }
__host__ inline float min(float a_, float b_) { return __builtin_fminf(a_, b_); }
__host__ inline double max(double a_, double b_) { return __builtin_fmax(a_, b_); }
__host__ inline double min(double a_, double b_) { return __builtin_fmin(a_, b_); }
__host__ __device__ inline double max(float a_, double b_) { return __builtin_fmax(a_, b_); }
__host__ __device__ inline double max(double a_, float b_) { return __builtin_fmax(a_, b_); }
__host__ __device__ inline double min(float a_, double b_) { return __builtin_fmin(a_, b_); }
__host__ __device__ inline double min(double a_, float b_) { return __builtin_fmin(a_, b_); }

// Host versions of what CUDA adds to the C library's functions; HIP has them in device code only.
#define RETARGET_HIP_HOST_MATH(T, suffix)                                                                       \
  __host__ inline T rsqrt##suffix(T x_) { return T(1) / sqrt##suffix(x_); }                                       \
  __host__ inline T rcbrt##suffix(T x_) { return T(1) / cbrt##suffix(x_); }                                       \
  __host__ inline T rhypot##suffix(T x_, T y_) { return T(1) / hypot##suffix(x_, y_); }                             \
  __host__ inline T norm3d##suffix(T x_, T y_, T z_) { return hypot##suffix(hypot##suffix(x_, y_), z_); }             \
  __host__ inline T norm4d##suffix(T x_, T y_, T z_, T w_) {                                                        \
    return hypot##suffix(hypot##suffix(x_, y_), hypot##suffix(z_, w_));                                             \
  }                                                                                                             \
  __host__ inline T rnorm3d##suffix(T x_, T y_, T z_) { return T(1) / norm3d##suffix(x_, y_, z_); }                   \
  __host__ inline T rnorm4d##suffix(T x_, T y_, T z_, T w_) { return T(1) / norm4d##suffix(x_, y_, z_, w_); }           \
  __host__ inline T normcdf##suffix(T x_) { return T(0.5) * erfc##suffix(x_ * T(-0.70710678118654752440)); }      \
  /* The remainder of a division by 2 is exact, so large arguments keep their accuracy. */                      \
  __host__ inline T sinpi##suffix(T x_) {                                                                        \
    return sin##suffix(T(3.14159265358979323846) * remainder##suffix(x_, T(2)));                                 \
  }                                                                                                             \
  __host__ inline T cospi##suffix(T x_) {                                                                        \
    return cos##suffix(T(3.14159265358979323846) * remainder##suffix(x_, T(2)));                                 \
  }                                                                                                             \
  __host__ inline void sincospi##suffix(T x_, T* sine_, T* cosine_) {                                              \
    *sine_ = sinpi##suffix(x_);                                                                                   \
    *cosine_ = cospi##suffix(x_);                                                                                 \
  }
RETARGET_HIP_HOST_MATH(double, )
RETARGET_HIP_HOST_MATH(float, f)
#undef RETARGET_HIP_HOST_MATH

__host__ inline float rsqrt(float x_) { return rsqrtf(x_); }
__host__ inline float rcbrt(float x_) { return rcbrtf(x_); }
__host__ inline float fdividef(float x_, float y_) { return x_ / y_; }

// Templates: an overload of HIP's own is preferred.
#if defined(__HIPCC__)
template <typename = void>
__host__ __device__ inline void sincos(float x_, float* sine_, float* cosine_) {
  sincosf(x_, sine_, cosine_);
}
template <typename = void>
__host__ __device__ inline void sincospi(float x_, float* sine_, float* cosine_) {
  sincospif(x_, sine_, cosine_);
}
#endif

#endif

#pragma pop_macro("max")
#pragma pop_macro("min")

#endif
#endif
