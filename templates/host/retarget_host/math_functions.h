// What CUDA and HIP add to the functions of the C library, in double, with float by way of double.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_MATH_FUNCTIONS_H
#define RETARGET_HOST_MATH_FUNCTIONS_H

#include <math.h>

#include <cmath>
#include <initializer_list>

namespace retarget_host {

using Wide = long double;  // for intermediate results: one rounding at the end
constexpr Wide pi = 3.14159265358979323846264338327950288L;
constexpr Wide sqrt_pi = 1.77245385090551602729816748334114518L;
constexpr Wide sqrt_half = 0.70710678118654752440084436210484904L;

// The length of a vector: infinite where a coordinate is, even beside a NaN.
inline Wide length(std::initializer_list<double> coordinates) {
  Wide sum = 0;
  for (double c : coordinates) {
    if (__builtin_isinf(c)) return __builtin_inf();
    sum += static_cast<Wide>(c) * c;
  }
  return sqrtl(sum);
}
template <typename T>
inline Wide length(int count, const T* coordinates) {
  Wide sum = 0;
  for (int i = 0; i < count; ++i) {
    if (__builtin_isinf(coordinates[i])) return __builtin_inf();
    sum += static_cast<Wide>(coordinates[i]) * coordinates[i];
  }
  return sqrtl(sum);
}

// The remainder of a division by 2 is exact; what is left lies in a quarter turn.
inline double sine_of_turns(double x) {
  double r = remainder(x, 2.0);
  if (fabs(r) > 0.5) r = copysign(1.0, r) - r;
  return r == 0 ? copysign(0.0, x) : static_cast<double>(sinl(pi * r));
}
inline double cosine_of_turns(double x) {
  const double r = fabs(remainder(x, 2.0));
  if (r > 0.25 && r < 0.75) return r == 0.5 ? 0.0 : static_cast<double>(sinl(pi * (0.5 - r)));
  return static_cast<double>(r > 0.5 ? -cosl(pi * (1 - r)) : cosl(pi * r));
}

inline double scaled_erfc(double x) {  // exp(x * x) * erfc(x)
  if (x < 50) return static_cast<double>(expl(static_cast<Wide>(x) * x) * erfcl(x));
  Wide term = 1, sum = 1;  // the asymptotic series
  for (int k = 1; k < 8; ++k) sum += term *= -(2 * k - 1) / (2 * static_cast<Wide>(x) * x);
  return static_cast<double>(sum / (x * sqrt_pi));
}

// Newton's method: on erf where it is steep, on the logarithm of erfc, which is nearly a parabola, elsewhere.
inline Wide inverse_erf_near_zero(Wide y) {
  Wide x = y * sqrt_pi / 2;
  for (int i = 0; i < 7; ++i) x -= (erfl(x) - y) * sqrt_pi / 2 * expl(x * x);
  return x;
}
inline Wide inverse_erfc_of_small(Wide q) {
  Wide x = sqrtl(-logl(q));
  for (int i = 0; i < 12; ++i) {
    const Wide value = erfcl(x);
    x += logl(value / q) * value * sqrt_pi / 2 * expl(x * x);
  }
  return x;
}
inline Wide inverse_erfc(Wide q) {
  if (!(q >= 0 && q <= 2)) return __builtin_nan("");
  if (q == 0 || q == 2) return q == 0 ? __builtin_inf() : -__builtin_inf();
  if (q > 1.5L) return -inverse_erfc_of_small(2 - q);
  return q < 0.5L ? inverse_erfc_of_small(q) : inverse_erf_near_zero(1 - q);
}
inline Wide inverse_erf(Wide y) {
  if (fabsl(y) <= 0.5L) return y == 0 ? y : inverse_erf_near_zero(y);
  return y < 0 ? -inverse_erfc(1 + y) : inverse_erfc(1 - y);
}

// The modified Bessel functions by their series, all of whose terms have one sign.
inline double bessel_i(int order, double x) {
  if (fabs(x) > 720) return order && x < 0 ? -__builtin_inf() : __builtin_inf();
  const Wide quarter = static_cast<Wide>(x) * x / 4;
  Wide term = order ? static_cast<Wide>(x) / 2 : 1, sum = term;
  for (int k = 1; fabsl(term) > fabsl(sum) * 1e-21L; ++k) sum += term *= quarter / (static_cast<Wide>(k) * (k + order));
  return static_cast<double>(x != x ? x : sum);
}

}  // namespace retarget_host

// The C library of some systems has a few of these: declared as there, they are one function.
#define RETARGET_MATH_1(name, ...)                                            \
  extern "C" inline double name(double x) noexcept { return __VA_ARGS__; }    \
  extern "C" inline float name##f(float x) noexcept { return static_cast<float>(name(static_cast<double>(x))); }
#define RETARGET_MATH_OVERLOAD(name) \
  inline float name(float x) { return name##f(x); }

RETARGET_MATH_1(rsqrt, static_cast<double>(1 / sqrtl(x)))
RETARGET_MATH_1(rcbrt, static_cast<double>(1 / cbrtl(x)))
RETARGET_MATH_1(sinpi, retarget_host::sine_of_turns(x))
RETARGET_MATH_1(cospi, retarget_host::cosine_of_turns(x))
RETARGET_MATH_1(erfcx, retarget_host::scaled_erfc(x))
RETARGET_MATH_1(erfinv, static_cast<double>(retarget_host::inverse_erf(x)))
RETARGET_MATH_1(erfcinv, static_cast<double>(retarget_host::inverse_erfc(x)))
RETARGET_MATH_1(normcdf, static_cast<double>(erfcl(-x * retarget_host::sqrt_half) / 2))
RETARGET_MATH_1(normcdfinv, static_cast<double>(-retarget_host::inverse_erfc(2 * static_cast<retarget_host::Wide>(x)) / retarget_host::sqrt_half))
RETARGET_MATH_1(cyl_bessel_i0, retarget_host::bessel_i(0, x))
RETARGET_MATH_1(cyl_bessel_i1, retarget_host::bessel_i(1, x))
RETARGET_MATH_OVERLOAD(rsqrt)
RETARGET_MATH_OVERLOAD(rcbrt)
RETARGET_MATH_OVERLOAD(sinpi)
RETARGET_MATH_OVERLOAD(cospi)
RETARGET_MATH_OVERLOAD(erfcx)
RETARGET_MATH_OVERLOAD(erfinv)
RETARGET_MATH_OVERLOAD(erfcinv)
RETARGET_MATH_OVERLOAD(normcdf)
RETARGET_MATH_OVERLOAD(normcdfinv)
RETARGET_MATH_OVERLOAD(cyl_bessel_i0)
RETARGET_MATH_OVERLOAD(cyl_bessel_i1)
RETARGET_MATH_OVERLOAD(exp10)
RETARGET_MATH_OVERLOAD(j0)
RETARGET_MATH_OVERLOAD(j1)
RETARGET_MATH_OVERLOAD(y0)
RETARGET_MATH_OVERLOAD(y1)
inline float jn(int n, float x) { return jnf(n, x); }
inline float yn(int n, float x) { return ynf(n, x); }
#undef RETARGET_MATH_OVERLOAD
#undef RETARGET_MATH_1

#define RETARGET_MATH_LENGTHS(T, suffix)                                                                       \
  extern "C" inline T rhypot##suffix(T x, T y) noexcept { return T(1 / retarget_host::length({x, y})); }       \
  extern "C" inline T norm3d##suffix(T x, T y, T z) noexcept { return T(retarget_host::length({x, y, z})); }   \
  extern "C" inline T rnorm3d##suffix(T x, T y, T z) noexcept { return T(1 / retarget_host::length({x, y, z})); } \
  extern "C" inline T norm4d##suffix(T x, T y, T z, T w) noexcept {                                            \
    return T(retarget_host::length({x, y, z, w}));                                                             \
  }                                                                                                            \
  extern "C" inline T rnorm4d##suffix(T x, T y, T z, T w) noexcept {                                           \
    return T(1 / retarget_host::length({x, y, z, w}));                                                         \
  }                                                                                                            \
  extern "C" inline T norm##suffix(int count, const T* p) noexcept { return T(retarget_host::length(count, p)); } \
  extern "C" inline T rnorm##suffix(int count, const T* p) noexcept { return T(1 / retarget_host::length(count, p)); } \
  extern "C" inline void sincospi##suffix(T x, T* sine, T* cosine) noexcept {                                  \
    *sine = sinpi##suffix(x);                                                                                  \
    *cosine = cospi##suffix(x);                                                                                \
  }
RETARGET_MATH_LENGTHS(double, )
RETARGET_MATH_LENGTHS(float, f)
#undef RETARGET_MATH_LENGTHS

inline void sincospi(float x, float* sine, float* cosine) { sincospif(x, sine, cosine); }
inline void sincos(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
inline float fdividef(float x, float y) { return x / y; }
inline float fdivide(float x, float y) { return x / y; }
inline double fdivide(double x, double y) { return x / y; }
inline float powif(float x, int n) { return static_cast<float>(pow(static_cast<double>(x), n)); }
inline double powi(double x, int n) { return pow(x, static_cast<double>(n)); }

#endif
