// CUDA's max and min (HIP has no mixed types, and on the host only int), and host math beyond C's.
// max and min have CUDA's overloads, so the same calls are accepted and the same ones are ambiguous.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_DEVICE_MATH_H
#define RETARGET_HIP_DEVICE_MATH_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>
#include <math.h>  // ::isnan and its siblings, which CUDA declares in host code too

#if !defined(RETARGET_HOST)  // where host and device code are one, these are the runtime's

#define RETARGET_HIP_EXTREMA(sides, result, left, right)         \
  sides inline result max(left a, right b) {                     \
    const result x = static_cast<result>(a);                     \
    const result y = static_cast<result>(b);                     \
    return x < y ? y : x;                                        \
  }                                                              \
  sides inline result min(left a, right b) {                     \
    const result x = static_cast<result>(a);                     \
    const result y = static_cast<result>(b);                     \
    return y < x ? y : x;                                        \
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
__host__ inline float max(float a, float b) { return __builtin_fmaxf(a, b); }
__host__ inline float min(float a, float b) { return __builtin_fminf(a, b); }
__host__ inline double max(double a, double b) { return __builtin_fmax(a, b); }
__host__ inline double min(double a, double b) { return __builtin_fmin(a, b); }
__host__ __device__ inline double max(float a, double b) { return __builtin_fmax(a, b); }
__host__ __device__ inline double max(double a, float b) { return __builtin_fmax(a, b); }
__host__ __device__ inline double min(float a, double b) { return __builtin_fmin(a, b); }
__host__ __device__ inline double min(double a, float b) { return __builtin_fmin(a, b); }

// Host versions of what CUDA adds to the C library's functions; HIP has them in device code only.
#define RETARGET_HIP_HOST_MATH(T, suffix)                                                                       \
  __host__ inline T rsqrt##suffix(T x) { return T(1) / sqrt##suffix(x); }                                       \
  __host__ inline T rcbrt##suffix(T x) { return T(1) / cbrt##suffix(x); }                                       \
  __host__ inline T rhypot##suffix(T x, T y) { return T(1) / hypot##suffix(x, y); }                             \
  __host__ inline T norm3d##suffix(T x, T y, T z) { return hypot##suffix(hypot##suffix(x, y), z); }             \
  __host__ inline T norm4d##suffix(T x, T y, T z, T w) {                                                        \
    return hypot##suffix(hypot##suffix(x, y), hypot##suffix(z, w));                                             \
  }                                                                                                             \
  __host__ inline T rnorm3d##suffix(T x, T y, T z) { return T(1) / norm3d##suffix(x, y, z); }                   \
  __host__ inline T rnorm4d##suffix(T x, T y, T z, T w) { return T(1) / norm4d##suffix(x, y, z, w); }           \
  __host__ inline T normcdf##suffix(T x) { return T(0.5) * erfc##suffix(x * T(-0.70710678118654752440)); }      \
  /* The remainder of a division by 2 is exact, so large arguments keep their accuracy. */                      \
  __host__ inline T sinpi##suffix(T x) {                                                                        \
    return sin##suffix(T(3.14159265358979323846) * remainder##suffix(x, T(2)));                                 \
  }                                                                                                             \
  __host__ inline T cospi##suffix(T x) {                                                                        \
    return cos##suffix(T(3.14159265358979323846) * remainder##suffix(x, T(2)));                                 \
  }                                                                                                             \
  __host__ inline void sincospi##suffix(T x, T* sine, T* cosine) {                                              \
    *sine = sinpi##suffix(x);                                                                                   \
    *cosine = cospi##suffix(x);                                                                                 \
  }
RETARGET_HIP_HOST_MATH(double, )
RETARGET_HIP_HOST_MATH(float, f)
#undef RETARGET_HIP_HOST_MATH

__host__ inline float rsqrt(float x) { return rsqrtf(x); }
__host__ inline float rcbrt(float x) { return rcbrtf(x); }
__host__ inline float fdividef(float x, float y) { return x / y; }

#endif

#endif
#endif
