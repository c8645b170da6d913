// Arithmetic with a rounding of its own: to nearest even (_rn), down (_rd), up (_ru), to zero (_rz).
// The processor's rounding mode does it; accesses to volatile objects hold the operation between its changes.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_ROUNDED_ARITHMETIC_H
#define RETARGET_HOST_ROUNDED_ARITHMETIC_H

#include <fenv.h>
#include <math.h>

#if defined(RETARGET_HOST_CUDA)  // HIP declares no directed rounding

namespace retarget_host {

template <typename T, typename Operation>
inline __attribute__((noinline)) T rounded(int mode, Operation operation, T a, T b = T(0), T c = T(0)) {
  volatile T x = a, y = b, z = c, result;
  const int before = fegetround();
  fesetround(mode);
  result = operation(x, y, z);
  fesetround(before);
  return result;
}
inline float fused(float a, float b, float c) { return fmaf(a, b, c); }
inline double fused(double a, double b, double c) { return fma(a, b, c); }
inline float root(float x) { return sqrtf(x); }
inline double root(double x) { return sqrt(x); }

}  // namespace retarget_host

#define RETARGET_ROUNDED(T, name, mode, arguments, expression, ...)                                          \
  inline T name arguments {                                                                                  \
    return retarget_host::rounded<T>(mode, [](T x, T y, T z) { return (void)y, (void)z, expression; }, __VA_ARGS__); \
  }
#define RETARGET_ROUNDED_ALL(T, letter, fma_name, suffix, mode)                                              \
  RETARGET_ROUNDED(T, __##letter##add_##suffix, mode, (T a, T b), x + y, a, b)                               \
  RETARGET_ROUNDED(T, __##letter##sub_##suffix, mode, (T a, T b), x - y, a, b)                               \
  RETARGET_ROUNDED(T, __##letter##mul_##suffix, mode, (T a, T b), x * y, a, b)                               \
  RETARGET_ROUNDED(T, __##letter##div_##suffix, mode, (T a, T b), x / y, a, b)                               \
  RETARGET_ROUNDED(T, __##letter##rcp_##suffix, mode, (T a), T(1) / x, a)                                    \
  RETARGET_ROUNDED(T, __##letter##sqrt_##suffix, mode, (T a), retarget_host::root(x), a)                     \
  RETARGET_ROUNDED(T, fma_name##_##suffix, mode, (T a, T b, T c), retarget_host::fused(x, y, z), a, b, c)
RETARGET_ROUNDED_ALL(float, f, __fmaf, rd, FE_DOWNWARD)
RETARGET_ROUNDED_ALL(float, f, __fmaf, ru, FE_UPWARD)
RETARGET_ROUNDED_ALL(float, f, __fmaf, rz, FE_TOWARDZERO)
RETARGET_ROUNDED_ALL(double, d, __fma, rd, FE_DOWNWARD)
RETARGET_ROUNDED_ALL(double, d, __fma, ru, FE_UPWARD)
RETARGET_ROUNDED_ALL(double, d, __fma, rz, FE_TOWARDZERO)
#undef RETARGET_ROUNDED_ALL
#undef RETARGET_ROUNDED

#endif

#define RETARGET_NEAREST(T, letter, fma_name, suffix)                                      \
  inline T __##letter##add_rn(T a, T b) { return a + b; }                                  \
  inline T __##letter##sub_rn(T a, T b) { return a - b; }                                  \
  inline T __##letter##mul_rn(T a, T b) { return a * b; }                                  \
  inline T __##letter##div_rn(T a, T b) { return a / b; }                                  \
  inline T __##letter##rcp_rn(T a) { return T(1) / a; }                                    \
  inline T __##letter##sqrt_rn(T a) { return sqrt##suffix(a); }                            \
  inline T fma_name##_rn(T a, T b, T c) { return fma##suffix(a, b, c); }
RETARGET_NEAREST(float, f, __fmaf, f)
RETARGET_NEAREST(double, d, __fma, )
#undef RETARGET_NEAREST
#if defined(RETARGET_HOST_CUDA)  // the forms that keep subnormals whatever the compiler's options
inline float __fmaf_ieee_rn(float a, float b, float c) { return __fmaf_rn(a, b, c); }
inline float __fmaf_ieee_rd(float a, float b, float c) { return __fmaf_rd(a, b, c); }
inline float __fmaf_ieee_ru(float a, float b, float c) { return __fmaf_ru(a, b, c); }
inline float __fmaf_ieee_rz(float a, float b, float c) { return __fmaf_rz(a, b, c); }
#endif
inline float __frsqrt_rn(float x) { return static_cast<float>(1 / sqrtl(x)); }

#endif
