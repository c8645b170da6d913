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

#pragma push_macro("part")
#undef part
#pragma push_macro("w")
#undef w
#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z

namespace retarget_hip {

typedef unsigned char fp8_storage;
typedef unsigned short fp8x2_storage;
typedef unsigned fp8x4_storage;
enum fp8_saturation { fp8_NOSAT, fp8_SATFINITE };
enum fp8_interpretation { fp8_E4M3, fp8_E5M2 };

namespace detail_ {

// To the nearest number of the format, to the even one of two; what is too large becomes the largest, or is lost.
__host__ __device__ inline fp8_storage to_fp8(float value_, fp8_saturation saturation_, fp8_interpretation format_) {
  const unsigned word_ = __builtin_bit_cast(unsigned, value_), magnitude_ = word_ & 0x7fffffffu;
  const unsigned sign_ = (word_ >> 24) & 0x80u;
  const int fraction_ = format_ == fp8_E4M3 ? 3 : 2, bias_ = format_ == fp8_E4M3 ? 7 : 15;
  const unsigned largest_ = format_ == fp8_E4M3 ? 0x7eu : 0x7bu;
  if (magnitude_ > 0x7f800000u) return 0x7fu;
  const int exponent_ = static_cast<int>(magnitude_ >> 23) - 127;
  const int below_ = exponent_ < 1 - bias_ ? 1 - bias_ - exponent_ : 0;  // a subnormal number of the format
  const int shift_ = 23 - fraction_ + below_;
  unsigned code_ = 0;
  if (shift_ < 26) {
    const unsigned mantissa_ = (magnitude_ & 0x7fffffu) | 0x800000u;
    const unsigned whole_ = below_ ? mantissa_ : (static_cast<unsigned>(exponent_ + bias_) << 23) | (magnitude_ & 0x7fffffu);
    const unsigned half_ = 1u << (shift_ - 1), rest_ = whole_ & (2u * half_ - 1u);
    code_ = whole_ >> shift_;
    code_ += rest_ > half_ || (rest_ == half_ && (code_ & 1u));
  }
  if (code_ > largest_) code_ = saturation_ == fp8_SATFINITE ? largest_ : largest_ + 1u;
  return static_cast<fp8_storage>(sign_ | code_);
}

// Cut so that the second rounding is right: a float that is not exact is odd.
__host__ __device__ inline float to_odd(double value_) {
  const float nearest_ = static_cast<float>(value_);
  if (static_cast<double>(nearest_) == value_ || value_ != value_) return nearest_;
  unsigned word_ = __builtin_bit_cast(unsigned, nearest_);
  if ((word_ & 0x7fffffffu) == 0x7f800000u) return nearest_;
  const double magnitude_ = value_ < 0 ? -value_ : value_;
  const float positive_ = __builtin_bit_cast(float, word_ & 0x7fffffffu);
  word_ -= static_cast<double>(positive_) > magnitude_;
  return __builtin_bit_cast(float, word_ | 1u);
}

__host__ __device__ inline float from_fp8(fp8_storage code_, fp8_interpretation format_) {
  const int fraction_ = format_ == fp8_E4M3 ? 3 : 2, bias_ = format_ == fp8_E4M3 ? 7 : 15;
  const unsigned sign_ = (code_ & 0x80u) << 24, magnitude_ = code_ & 0x7fu;
  const unsigned infinite_ = format_ == fp8_E4M3 ? 0x7fu : 0x7cu;
  if (magnitude_ >= infinite_) {
    const bool is_number_ = format_ == fp8_E5M2 && magnitude_ == infinite_;
    return __builtin_bit_cast(float, is_number_ ? sign_ | 0x7f800000u : 0x7fffffffu);
  }
  if (magnitude_ < (1u << fraction_)) {
    const float smallest_ = __builtin_bit_cast(float, static_cast<unsigned>(127 + 1 - bias_ - fraction_) << 23);
    return __builtin_bit_cast(float, sign_ | __builtin_bit_cast(unsigned, static_cast<float>(magnitude_) * smallest_));
  }
  return __builtin_bit_cast(float, sign_ | ((magnitude_ << (23 - fraction_)) + (static_cast<unsigned>(127 - bias_) << 23)));
}

// The bits of a half; every number of both formats is one.
__host__ __device__ inline unsigned short half_bits(fp8_storage code_, fp8_interpretation format_) {
  const float value_ = from_fp8(code_, format_);
  if (value_ != value_) return 0x7fffu;
  return __builtin_bit_cast(unsigned short, static_cast<_Float16>(value_));
}
__host__ __device__ inline float half_value(unsigned short bits_) {
  return static_cast<float>(__builtin_bit_cast(_Float16, bits_));
}
template <typename Pair_>
__host__ __device__ inline unsigned short half_of(const Pair_& pair_, int place_) {
  unsigned short words_[2];
  static_assert(sizeof(Pair_) == sizeof(words_), "two halves");
  __builtin_memcpy(words_, &pair_, sizeof(words_));
  return words_[place_];
}
__host__ __device__ inline float bfloat_value(unsigned short bits_) {
  return __builtin_bit_cast(float, static_cast<unsigned>(bits_) << 16);
}
__host__ __device__ inline float single(double value_) { return to_odd(value_); }
__host__ __device__ inline float single(float value_) { return value_; }
template <typename T_>
__host__ __device__ inline float single(const T_& value_) {
  return static_cast<float>(value_);
}

}  // namespace detail_

__host__ __device__ inline fp8_storage cvt_float_to_fp8(float x_, fp8_saturation s_, fp8_interpretation f_) {
  return detail_::to_fp8(x_, s_, f_);
}
__host__ __device__ inline fp8_storage cvt_double_to_fp8(double x_, fp8_saturation s_, fp8_interpretation f_) {
  return detail_::to_fp8(detail_::to_odd(x_), s_, f_);
}
__host__ __device__ inline fp8x2_storage cvt_float2_to_fp8x2(float2 x_, fp8_saturation s_, fp8_interpretation f_) {
  return static_cast<fp8x2_storage>(detail_::to_fp8(x_.x, s_, f_) | (detail_::to_fp8(x_.y, s_, f_) << 8));
}
__host__ __device__ inline fp8x2_storage cvt_double2_to_fp8x2(double2 x_, fp8_saturation s_, fp8_interpretation f_) {
  return static_cast<fp8x2_storage>(cvt_double_to_fp8(x_.x, s_, f_) | (cvt_double_to_fp8(x_.y, s_, f_) << 8));
}
__host__ __device__ inline fp8_storage cvt_halfraw_to_fp8(__half_raw x_, fp8_saturation s_, fp8_interpretation f_) {
  return detail_::to_fp8(detail_::half_value(x_.x), s_, f_);
}
__host__ __device__ inline fp8x2_storage cvt_halfraw2_to_fp8x2(__half2_raw x_, fp8_saturation s_, fp8_interpretation f_) {
  const float low_ = detail_::half_value(detail_::half_of(x_, 0)), high_ = detail_::half_value(detail_::half_of(x_, 1));
  return static_cast<fp8x2_storage>(detail_::to_fp8(low_, s_, f_) | (detail_::to_fp8(high_, s_, f_) << 8));
}
template <typename Raw_>
__host__ __device__ inline fp8_storage cvt_bfloat16raw_to_fp8(Raw_ x_, fp8_saturation s_, fp8_interpretation f_) {
  return detail_::to_fp8(detail_::bfloat_value(__builtin_bit_cast(unsigned short, x_)), s_, f_);
}
template <typename Raw_>
__host__ __device__ inline fp8x2_storage cvt_bfloat16raw2_to_fp8x2(Raw_ x_, fp8_saturation s_, fp8_interpretation f_) {
  const float low_ = detail_::bfloat_value(detail_::half_of(x_, 0)), high_ = detail_::bfloat_value(detail_::half_of(x_, 1));
  return static_cast<fp8x2_storage>(detail_::to_fp8(low_, s_, f_) | (detail_::to_fp8(high_, s_, f_) << 8));
}
__host__ __device__ inline __half_raw cvt_fp8_to_halfraw(fp8_storage x_, fp8_interpretation f_) {
  return __builtin_bit_cast(__half_raw, detail_::half_bits(x_, f_));
}
__host__ __device__ inline __half2_raw cvt_fp8x2_to_halfraw2(fp8x2_storage x_, fp8_interpretation f_) {
  const unsigned low_ = detail_::half_bits(static_cast<fp8_storage>(x_ & 0xffu), f_);
  const unsigned high_ = detail_::half_bits(static_cast<fp8_storage>(x_ >> 8), f_);
  return __builtin_bit_cast(__half2_raw, low_ | (high_ << 16));
}

// One number. Conversions are explicit, as in CUDA, and saturate.
template <fp8_interpretation format_>
struct fp8 {
  fp8_storage __x;

  fp8() = default;
  template <typename T_, typename = decltype(static_cast<float>(std::declval<const T_&>()))>
  __host__ __device__ explicit fp8(const T_& value_)
      : __x(detail_::to_fp8(detail_::single(value_), fp8_SATFINITE, format_)) {}
  __host__ __device__ explicit operator float() const { return detail_::from_fp8(__x, format_); }
  __host__ __device__ explicit operator double() const { return detail_::from_fp8(__x, format_); }
  __host__ __device__ explicit operator __half() const { return __half(cvt_fp8_to_halfraw(__x, format_)); }
  __host__ __device__ explicit operator int() const { return static_cast<int>(detail_::from_fp8(__x, format_)); }
  __host__ __device__ explicit operator bool() const { return (__x & 0x7fu) != 0; }
};

template <fp8_interpretation format_>
struct alignas(2) fp8x2 {
  fp8x2_storage __x;

  fp8x2() = default;
  __host__ __device__ explicit fp8x2(float2 value_) : __x(cvt_float2_to_fp8x2(value_, fp8_SATFINITE, format_)) {}
  __host__ __device__ explicit fp8x2(double2 value_) : __x(cvt_double2_to_fp8x2(value_, fp8_SATFINITE, format_)) {}
  __host__ __device__ explicit fp8x2(__half2 value_)
      : __x(cvt_halfraw2_to_fp8x2(__builtin_bit_cast(__half2_raw, value_), fp8_SATFINITE, format_)) {}
  __host__ __device__ explicit operator float2() const {
    return make_float2(detail_::from_fp8(static_cast<fp8_storage>(__x & 0xffu), format_),
                       detail_::from_fp8(static_cast<fp8_storage>(__x >> 8), format_));
  }
  __host__ __device__ explicit operator __half2() const {
    return __builtin_bit_cast(__half2, cvt_fp8x2_to_halfraw2(__x, format_));
  }
};

template <fp8_interpretation format_>
struct alignas(4) fp8x4 {
  fp8x4_storage __x;

  fp8x4() = default;
  __host__ __device__ explicit fp8x4(float4 value_)
      : __x(cvt_float2_to_fp8x2(make_float2(value_.x, value_.y), fp8_SATFINITE, format_) |
            (static_cast<unsigned>(cvt_float2_to_fp8x2(make_float2(value_.z, value_.w), fp8_SATFINITE, format_)) << 16)) {}
  __host__ __device__ explicit operator float4() const {
    return make_float4(part(0), part(1), part(2), part(3));
  }

 private:
  __host__ __device__ float part(int place_) const {
    return detail_::from_fp8(static_cast<fp8_storage>((__x >> (8 * place_)) & 0xffu), format_);
  }
};

typedef fp8<fp8_E4M3> fp8_e4m3;
typedef fp8<fp8_E5M2> fp8_e5m2;
typedef fp8x2<fp8_E4M3> fp8x2_e4m3;
typedef fp8x2<fp8_E5M2> fp8x2_e5m2;
typedef fp8x4<fp8_E4M3> fp8x4_e4m3;
typedef fp8x4<fp8_E5M2> fp8x4_e5m2;

}  // namespace retarget_hip

#pragma pop_macro("part")
#pragma pop_macro("w")
#pragma pop_macro("x")
#pragma pop_macro("y")
#pragma pop_macro("z")

#endif
#endif
