// Floating point of 16 bits: to and from float and double, rounded once.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_NARROW_H
#define RETARGET_HOST_NARROW_H

#include <math.h>
#include <stdint.h>

#include "conversions.h"

namespace retarget_host {

template <typename T, bool integral = std::is_integral<T>::value>
struct Integer {
  using type = T;
};
template <typename T>
struct Integer<T, false> {
  using type = int;
};

// `digits` of the significand with its hidden bit; `lowest` is the exponent of the smallest normal number.
struct HalfFormat {
  static constexpr int digits = 11, lowest = -14;
};
struct BrainFormat {
  static constexpr int digits = 8, lowest = -126;
};

template <typename Format>
struct Narrow {
  static constexpr int fraction = Format::digits - 1;
  static constexpr uint16_t sign = 0x8000, infinity = 0x7fff >> fraction << fraction;
#if defined(RETARGET_HOST_CUDA)
  static constexpr uint16_t nan = 0x7fff;
#else
  static constexpr uint16_t nan = infinity | 1 << (fraction - 1);
#endif

  static uint16_t from(double x, Toward toward = Toward::nearest) {
    const auto word = bits_as<uint64_t>(x);
    const uint16_t minus = word >> 63 ? sign : 0;
    const int field = static_cast<int>(word >> 52 & 0x7ff);
    const uint64_t fraction_bits = word & ((uint64_t{1} << 52) - 1);
    if (field == 0x7ff) return fraction_bits ? nan : minus | infinity;
    const bool away = toward == (minus ? Toward::down : Toward::up);
    if (field - 1023 > 1 - Format::lowest)
      return minus | (toward == Toward::nearest || away ? infinity : infinity - 1);
    const int exponent = field ? field - 1023 : -1022;
    const uint64_t significand = (field ? uint64_t{1} << 52 : 0) | fraction_bits;
    const int base = exponent > Format::lowest ? exponent : Format::lowest;
    int shift = 53 - Format::digits + base - exponent;
    if (shift > 60) shift = 60;
    uint64_t kept = significand >> shift;
    const uint64_t rest = significand - (kept << shift), half = uint64_t{1} << (shift - 1);
    kept += toward == Toward::nearest ? rest > half || (rest == half && (kept & 1)) : rest && away;
    const uint64_t result = (static_cast<uint64_t>(base - Format::lowest) << fraction) + kept;
    if (result < infinity) return minus | static_cast<uint16_t>(result);
    return minus | (toward == Toward::nearest || away ? infinity : infinity - 1);
  }

  // An integer as a double that rounds as the integer does: what is cut off leaves a trace in the last bit.
  template <typename I>
  static uint16_t from_integer(I value, Toward toward) {
    const bool negative = value < I(0);
    uint64_t magnitude = negative ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
    double scale = negative ? -1 : 1;
    if (magnitude >> 53) {
      magnitude = magnitude >> 11 | ((magnitude & 2047) != 0);
      scale *= 2048;
    }
    return from(magnitude ? static_cast<double>(magnitude) * scale : 0.0, toward);
  }

  static float to_float(uint16_t bits) {
    const uint32_t minus = static_cast<uint32_t>(bits & sign) << 16, magnitude = bits & ~sign & 0xffff;
    if (magnitude >= infinity) return bits_as<float>(minus | 0x7f800000u | (magnitude - infinity) << (23 - fraction));
    if constexpr (Format::lowest > -126) {  // a narrow number that is subnormal is a normal float
      const float unit = bits_as<float>((127 + Format::lowest - fraction) << 23);
      if (magnitude >> fraction == 0) return bits_as<float>(minus | bits_as<uint32_t>(static_cast<float>(magnitude) * unit));
    }
    return bits_as<float>(minus | (magnitude + ((126 + Format::lowest) << fraction)) << (23 - fraction));
  }
};

// a * b + c, rounded to odd: from there one more rounding, to fewer digits, gives the exact sum's.
inline double fused_to_odd(double a, double b, double c) {
  const double product = a * b, sum = product + c;  // the product of two narrow numbers is exact
  const double other = sum - product, error = (product - (sum - other)) + (c - other);
  if (!(error < 0 || error > 0)) return sum;
  if (bits_as<uint64_t>(sum) & 1) return sum;
  return nextafter(sum, error > 0 ? INFINITY : -INFINITY);
}

}  // namespace retarget_host

#endif
