// max and min with CUDA's overloads: a mixed pair of integers is unsigned, and a number goes before a NaN.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_EXTREMA_H
#define RETARGET_HOST_EXTREMA_H

#define RETARGET_EXTREMA(T, A, B)     \
  inline T max(A a, B b) {            \
    const T x = a, y = b; \
    return x < y ? y : x;             \
  }                                   \
  inline T min(A a, B b) {            \
    const T x = a, y = b; \
    return y < x ? y : x;             \
  }
#define RETARGET_INTEGER_EXTREMA(S, U) \
  RETARGET_EXTREMA(S, S, S)            \
  RETARGET_EXTREMA(U, U, U)            \
  RETARGET_EXTREMA(U, S, U)            \
  RETARGET_EXTREMA(U, U, S)
RETARGET_INTEGER_EXTREMA(int, unsigned)
RETARGET_INTEGER_EXTREMA(long, unsigned long)
RETARGET_INTEGER_EXTREMA(long long, unsigned long long)
#undef RETARGET_INTEGER_EXTREMA
#undef RETARGET_EXTREMA

inline float max(float a, float b) { return __builtin_fmaxf(a, b); }
inline float min(float a, float b) { return __builtin_fminf(a, b); }
#define RETARGET_DOUBLE_EXTREMA(A, B)                                \
  inline double max(A a, B b) { return __builtin_fmax(a, b); }       \
  inline double min(A a, B b) { return __builtin_fmin(a, b); }
RETARGET_DOUBLE_EXTREMA(double, double)
RETARGET_DOUBLE_EXTREMA(float, double)
RETARGET_DOUBLE_EXTREMA(double, float)
#undef RETARGET_DOUBLE_EXTREMA

#if defined(RETARGET_HOST_CUDA)
// Templates: a program's host code, which nvcc does not compile, may have functions of these names.
#define RETARGET_NAMED_EXTREMA(prefix, T)                                    \
  template <typename = void> inline T prefix##max(T a, T b) { return max(a, b); } \
  template <typename = void> inline T prefix##min(T a, T b) { return min(a, b); }
RETARGET_NAMED_EXTREMA(u, unsigned)
RETARGET_NAMED_EXTREMA(ll, long long)
RETARGET_NAMED_EXTREMA(ull, unsigned long long)
#undef RETARGET_NAMED_EXTREMA
#endif

#endif
