// Stands for CUDA's cuda_fp8.h on every HIP and every GPU: the formats e4m3 and e5m2 of the Open Compute Project, as
// CUDA has them. HIP's header begins with 6.2, and first had other formats of that size, whose numbers differ.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_FP8_H
#define RETARGET_HIP_FP8_H
#ifdef __cplusplus

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <type_traits>
#include <utility>

namespace retarget_hip {

typedef unsigned char fp8_storage;
typedef unsigned short fp8x2_storage;
typedef unsigned fp8x4_storage;
enum fp8_saturation { fp8_NOSAT, fp8_SATFINITE };
enum fp8_interpretation { fp8_E4M3, fp8_E5M2 };

namespace detail {

// To the nearest number of the format, to the even one of two; what is too large becomes the largest, or is lost.
__host__ __device__ inline fp8_storage to_fp8(float value, fp8_saturation saturation, fp8_interpretation format) {
  const unsigned word = __builtin_bit_cast(unsigned, value), magnitude = word & 0x7fffffffu;
  const unsigned sign = (word >> 24) & 0x80u;
  const int fraction = format == fp8_E4M3 ? 3 : 2, bias = format == fp8_E4M3 ? 7 : 15;
  const unsigned largest = format == fp8_E4M3 ? 0x7eu : 0x7bu;
  if (magnitude > 0x7f800000u) return 0x7fu;
  const int exponent = static_cast<int>(magnitude >> 23) - 127;
  const int below = exponent < 1 - bias ? 1 - bias - exponent : 0;  // a subnormal number of the format
  const int shift = 23 - fraction + below;
  unsigned code = 0;
  if (shift < 26) {
    const unsigned mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    const unsigned whole = below ? mantissa : (static_cast<unsigned>(exponent + bias) << 23) | (magnitude & 0x7fffffu);
    const unsigned half = 1u << (shift - 1), rest = whole & (2u * half - 1u);
    code = whole >> shift;
    code += rest > half || (rest == half && (code & 1u));
  }
  if (code > largest) code = saturation == fp8_SATFINITE ? largest : largest + 1u;
  return static_cast<fp8_storage>(sign | code);
}

// Cut so that the second rounding is right: a float that is not exact is odd.
__host__ __device__ inline float to_odd(double value) {
  const float nearest = static_cast<float>(value);
  if (static_cast<double>(nearest) == value || value != value) return nearest;
  unsigned word = __builtin_bit_cast(unsigned, nearest);
  if ((word & 0x7fffffffu) == 0x7f800000u) return nearest;
  const double magnitude = value < 0 ? -value : value;
  const float positive = __builtin_bit_cast(float, word & 0x7fffffffu);
  word -= static_cast<double>(positive) > magnitude;
  return __builtin_bit_cast(float, word | 1u);
}

__host__ __device__ inline float from_fp8(fp8_storage code, fp8_interpretation format) {
  const int fraction = format == fp8_E4M3 ? 3 : 2, bias = format == fp8_E4M3 ? 7 : 15;
  const unsigned sign = (code & 0x80u) << 24, magnitude = code & 0x7fu;
  const unsigned infinite = format == fp8_E4M3 ? 0x7fu : 0x7cu;
  if (magnitude >= infinite) {
    const bool is_number = format == fp8_E5M2 && magnitude == infinite;
    return __builtin_bit_cast(float, is_number ? sign | 0x7f800000u : 0x7fffffffu);
  }
  if (magnitude < (1u << fraction)) {
    const float smallest = __builtin_bit_cast(float, static_cast<unsigned>(127 + 1 - bias - fraction) << 23);
    return __builtin_bit_cast(float, sign | __builtin_bit_cast(unsigned, static_cast<float>(magnitude) * smallest));
  }
  return __builtin_bit_cast(float, sign | ((magnitude << (23 - fraction)) + (static_cast<unsigned>(127 - bias) << 23)));
}

// The bits of a half; every number of both formats is one.
__host__ __device__ inline unsigned short half_bits(fp8_storage code, fp8_interpretation format) {
  const float value = from_fp8(code, format);
  if (value != value) return 0x7fffu;
  return __builtin_bit_cast(unsigned short, static_cast<_Float16>(value));
}
__host__ __device__ inline float half_value(unsigned short bits) {
  return static_cast<float>(__builtin_bit_cast(_Float16, bits));
}
template <typename Pair>
__host__ __device__ inline unsigned short half_of(const Pair& pair, int place) {
  unsigned short words[2];
  static_assert(sizeof(Pair) == sizeof(words), "two halves");
  __builtin_memcpy(words, &pair, sizeof(words));
  return words[place];
}
__host__ __device__ inline float bfloat_value(unsigned short bits) {
  return __builtin_bit_cast(float, static_cast<unsigned>(bits) << 16);
}
__host__ __device__ inline float single(double value) { return to_odd(value); }
__host__ __device__ inline float single(float value) { return value; }
template <typename T>
__host__ __device__ inline float single(const T& value) {
  return static_cast<float>(value);
}

}  // namespace detail

__host__ __device__ inline fp8_storage cvt_float_to_fp8(float x, fp8_saturation s, fp8_interpretation f) {
  return detail::to_fp8(x, s, f);
}
__host__ __device__ inline fp8_storage cvt_double_to_fp8(double x, fp8_saturation s, fp8_interpretation f) {
  return detail::to_fp8(detail::to_odd(x), s, f);
}
__host__ __device__ inline fp8x2_storage cvt_float2_to_fp8x2(float2 x, fp8_saturation s, fp8_interpretation f) {
  return static_cast<fp8x2_storage>(detail::to_fp8(x.x, s, f) | (detail::to_fp8(x.y, s, f) << 8));
}
__host__ __device__ inline fp8x2_storage cvt_double2_to_fp8x2(double2 x, fp8_saturation s, fp8_interpretation f) {
  return static_cast<fp8x2_storage>(cvt_double_to_fp8(x.x, s, f) | (cvt_double_to_fp8(x.y, s, f) << 8));
}
__host__ __device__ inline fp8_storage cvt_halfraw_to_fp8(__half_raw x, fp8_saturation s, fp8_interpretation f) {
  return detail::to_fp8(detail::half_value(x.x), s, f);
}
__host__ __device__ inline fp8x2_storage cvt_halfraw2_to_fp8x2(__half2_raw x, fp8_saturation s, fp8_interpretation f) {
  const float low = detail::half_value(detail::half_of(x, 0)), high = detail::half_value(detail::half_of(x, 1));
  return static_cast<fp8x2_storage>(detail::to_fp8(low, s, f) | (detail::to_fp8(high, s, f) << 8));
}
template <typename Raw>
__host__ __device__ inline fp8_storage cvt_bfloat16raw_to_fp8(Raw x, fp8_saturation s, fp8_interpretation f) {
  return detail::to_fp8(detail::bfloat_value(__builtin_bit_cast(unsigned short, x)), s, f);
}
template <typename Raw>
__host__ __device__ inline fp8x2_storage cvt_bfloat16raw2_to_fp8x2(Raw x, fp8_saturation s, fp8_interpretation f) {
  const float low = detail::bfloat_value(detail::half_of(x, 0)), high = detail::bfloat_value(detail::half_of(x, 1));
  return static_cast<fp8x2_storage>(detail::to_fp8(low, s, f) | (detail::to_fp8(high, s, f) << 8));
}
__host__ __device__ inline __half_raw cvt_fp8_to_halfraw(fp8_storage x, fp8_interpretation f) {
  return __builtin_bit_cast(__half_raw, detail::half_bits(x, f));
}
__host__ __device__ inline __half2_raw cvt_fp8x2_to_halfraw2(fp8x2_storage x, fp8_interpretation f) {
  const unsigned low = detail::half_bits(static_cast<fp8_storage>(x & 0xffu), f);
  const unsigned high = detail::half_bits(static_cast<fp8_storage>(x >> 8), f);
  return __builtin_bit_cast(__half2_raw, low | (high << 16));
}

// One number. Conversions are explicit, as in CUDA, and saturate.
template <fp8_interpretation format>
struct fp8 {
  fp8_storage __x;

  fp8() = default;
  template <typename T, typename = decltype(static_cast<float>(std::declval<const T&>()))>
  __host__ __device__ explicit fp8(const T& value)
      : __x(detail::to_fp8(detail::single(value), fp8_SATFINITE, format)) {}
  __host__ __device__ explicit operator float() const { return detail::from_fp8(__x, format); }
  __host__ __device__ explicit operator double() const { return detail::from_fp8(__x, format); }
  __host__ __device__ explicit operator __half() const { return __half(cvt_fp8_to_halfraw(__x, format)); }
  __host__ __device__ explicit operator int() const { return static_cast<int>(detail::from_fp8(__x, format)); }
  __host__ __device__ explicit operator bool() const { return (__x & 0x7fu) != 0; }
};

template <fp8_interpretation format>
struct alignas(2) fp8x2 {
  fp8x2_storage __x;

  fp8x2() = default;
  __host__ __device__ explicit fp8x2(float2 value) : __x(cvt_float2_to_fp8x2(value, fp8_SATFINITE, format)) {}
  __host__ __device__ explicit fp8x2(double2 value) : __x(cvt_double2_to_fp8x2(value, fp8_SATFINITE, format)) {}
  __host__ __device__ explicit fp8x2(__half2 value)
      : __x(cvt_halfraw2_to_fp8x2(__builtin_bit_cast(__half2_raw, value), fp8_SATFINITE, format)) {}
  __host__ __device__ explicit operator float2() const {
    return make_float2(detail::from_fp8(static_cast<fp8_storage>(__x & 0xffu), format),
                       detail::from_fp8(static_cast<fp8_storage>(__x >> 8), format));
  }
  __host__ __device__ explicit operator __half2() const {
    return __builtin_bit_cast(__half2, cvt_fp8x2_to_halfraw2(__x, format));
  }
};

template <fp8_interpretation format>
struct alignas(4) fp8x4 {
  fp8x4_storage __x;

  fp8x4() = default;
  __host__ __device__ explicit fp8x4(float4 value)
      : __x(cvt_float2_to_fp8x2(make_float2(value.x, value.y), fp8_SATFINITE, format) |
            (static_cast<unsigned>(cvt_float2_to_fp8x2(make_float2(value.z, value.w), fp8_SATFINITE, format)) << 16)) {}
  __host__ __device__ explicit operator float4() const {
    return make_float4(part(0), part(1), part(2), part(3));
  }

 private:
  __host__ __device__ float part(int place) const {
    return detail::from_fp8(static_cast<fp8_storage>((__x >> (8 * place)) & 0xffu), format);
  }
};

typedef fp8<fp8_E4M3> fp8_e4m3;
typedef fp8<fp8_E5M2> fp8_e5m2;
typedef fp8x2<fp8_E4M3> fp8x2_e4m3;
typedef fp8x2<fp8_E5M2> fp8x2_e5m2;
typedef fp8x4<fp8_E4M3> fp8x4_e4m3;
typedef fp8x4<fp8_E5M2> fp8x4_e5m2;

}  // namespace retarget_hip

#endif
#endif
