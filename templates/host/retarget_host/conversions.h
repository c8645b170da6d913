// Conversions with a rounding that the name tells: to nearest even (_rn), down (_rd), up (_ru), to zero (_rz).
// What does not fit becomes the nearest number that does, as on a device.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_CONVERSIONS_H
#define RETARGET_HOST_CONVERSIONS_H

#include <limits.h>
#include <math.h>
#include <string.h>

#include <limits>
#include <type_traits>

namespace retarget_host {

enum class Toward { nearest, down, up, zero };

template <typename To, typename From>
inline To bits_as(From from) {
  static_assert(sizeof(To) == sizeof(From), "the bits are kept");
  To to;
  memcpy(&to, &from, sizeof to);
  return to;
}

template <Toward toward, typename F>
inline F integral(F x) {
  return toward == Toward::nearest ? std::nearbyint(x) : toward == Toward::down ? std::floor(x)
         : toward == Toward::up ? std::ceil(x) : std::trunc(x);
}

// PTX gives a NaN as the highest bit alone where one side has 64 bits, else as 0; HIP's devices as 0.
template <typename I, typename F>
constexpr I integer_of_nan() {
#if defined(RETARGET_HOST_CUDA)
  return sizeof(I) == 8 || sizeof(F) == 8 ? I(typename std::make_unsigned<I>::type(1) << (8 * sizeof(I) - 1)) : I(0);
#else
  return I(0);
#endif
}

template <typename I, Toward toward, typename F>
inline I to_integer(F x) {
  if (x != x) return integer_of_nan<I, F>();
  const F whole = integral<toward>(x);
  const F above = std::ldexp(F(1), std::numeric_limits<I>::digits);  // the first that is too large
  if (whole >= above) return std::numeric_limits<I>::max();
  const F lowest = std::numeric_limits<I>::is_signed ? -above : F(0);
  return whole <= lowest ? std::numeric_limits<I>::min() : static_cast<I>(whole);
}

template <Toward toward>
inline float to_float(double x) {
  const float near = static_cast<float>(x);
  const bool too_high = static_cast<double>(near) > x, too_low = static_cast<double>(near) < x;
  if (too_high && (toward == Toward::down || (toward == Toward::zero && x > 0))) return nextafterf(near, -INFINITY);
  if (too_low && (toward == Toward::up || (toward == Toward::zero && x < 0))) return nextafterf(near, INFINITY);
  return near;
}

// An integer's upper bits, as many as F holds, and one more where the rest is to be rounded away from zero.
template <typename F, Toward toward, typename I>
inline F from_integer(I value) {
  using U = unsigned long long;
  const bool negative = value < I(0);
  const U magnitude = negative ? U(0) - static_cast<U>(value) : static_cast<U>(value);
  if (!magnitude) return F(0);
  const int excess = 64 - __builtin_clzll(magnitude) - std::numeric_limits<F>::digits;
  U kept = magnitude;
  if (excess > 0) {
    kept = magnitude >> excess;
    const U rest = magnitude - (kept << excess), half = U(1) << (excess - 1);
    if (toward == Toward::nearest)
      kept += rest > half || (rest == half && (kept & 1));
    else
      kept += rest && ((toward == Toward::up && !negative) || (toward == Toward::down && negative));
  }
  const F result = std::ldexp(static_cast<F>(kept), excess > 0 ? excess : 0);
  return negative ? -result : result;
}

}  // namespace retarget_host

#define RETARGET_CONVERSIONS_ROUNDED(suffix, toward)                                                                 \
  inline int __float2int_##suffix(float x) { return retarget_host::to_integer<int, retarget_host::Toward::toward>(x); } \
  inline unsigned __float2uint_##suffix(float x) {                                                                   \
    return retarget_host::to_integer<unsigned, retarget_host::Toward::toward>(x);                                    \
  }                                                                                                                  \
  inline long long __float2ll_##suffix(float x) {                                                                    \
    return retarget_host::to_integer<long long, retarget_host::Toward::toward>(x);                                   \
  }                                                                                                                  \
  inline unsigned long long __float2ull_##suffix(float x) {                                                          \
    return retarget_host::to_integer<unsigned long long, retarget_host::Toward::toward>(x);                          \
  }                                                                                                                  \
  inline int __double2int_##suffix(double x) {                                                                       \
    return retarget_host::to_integer<int, retarget_host::Toward::toward>(x);                                         \
  }                                                                                                                  \
  inline unsigned __double2uint_##suffix(double x) {                                                                 \
    return retarget_host::to_integer<unsigned, retarget_host::Toward::toward>(x);                                    \
  }                                                                                                                  \
  inline long long __double2ll_##suffix(double x) {                                                                  \
    return retarget_host::to_integer<long long, retarget_host::Toward::toward>(x);                                   \
  }                                                                                                                  \
  inline unsigned long long __double2ull_##suffix(double x) {                                                        \
    return retarget_host::to_integer<unsigned long long, retarget_host::Toward::toward>(x);                          \
  }                                                                                                                  \
  inline float __double2float_##suffix(double x) { return retarget_host::to_float<retarget_host::Toward::toward>(x); } \
  inline float __int2float_##suffix(int x) { return retarget_host::from_integer<float, retarget_host::Toward::toward>(x); } \
  inline float __uint2float_##suffix(unsigned x) {                                                                   \
    return retarget_host::from_integer<float, retarget_host::Toward::toward>(x);                                     \
  }                                                                                                                  \
  inline float __ll2float_##suffix(long long x) {                                                                    \
    return retarget_host::from_integer<float, retarget_host::Toward::toward>(x);                                     \
  }                                                                                                                  \
  inline float __ull2float_##suffix(unsigned long long x) {                                                          \
    return retarget_host::from_integer<float, retarget_host::Toward::toward>(x);                                     \
  }                                                                                                                  \
  inline double __ll2double_##suffix(long long x) {                                                                  \
    return retarget_host::from_integer<double, retarget_host::Toward::toward>(x);                                    \
  }                                                                                                                  \
  inline double __ull2double_##suffix(unsigned long long x) {                                                        \
    return retarget_host::from_integer<double, retarget_host::Toward::toward>(x);                                    \
  }
RETARGET_CONVERSIONS_ROUNDED(rn, nearest)
RETARGET_CONVERSIONS_ROUNDED(rd, down)
RETARGET_CONVERSIONS_ROUNDED(ru, up)
RETARGET_CONVERSIONS_ROUNDED(rz, zero)
#undef RETARGET_CONVERSIONS_ROUNDED
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned x) { return x; }

inline int __float_as_int(float x) { return retarget_host::bits_as<int>(x); }
inline unsigned __float_as_uint(float x) { return retarget_host::bits_as<unsigned>(x); }
inline float __int_as_float(int x) { return retarget_host::bits_as<float>(x); }
inline float __uint_as_float(unsigned x) { return retarget_host::bits_as<float>(x); }
inline long long __double_as_longlong(double x) { return retarget_host::bits_as<long long>(x); }
inline double __longlong_as_double(long long x) { return retarget_host::bits_as<double>(x); }
inline int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
inline int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
inline double __hiloint2double(int high, int low) {
  return retarget_host::bits_as<double>(static_cast<unsigned long long>(static_cast<unsigned>(high)) << 32 |
                                        static_cast<unsigned>(low));
}

#endif
