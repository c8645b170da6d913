// CUDA's conversions of floating-point numbers to integers: out of range they saturate.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_CONVERSIONS_H
#define RETARGET_HIP_CONVERSIONS_H
#ifdef __cplusplus

#if !defined(RETARGET_HOST_CUDA)
#include <hip/hip_runtime.h>
#endif

#if defined(__HIPCC__) || defined(RETARGET_HOST)  // device code, which a host compiler cannot read

namespace retarget_hip {

// All are one expression each: functions of the user's that are `constexpr` call them, in C++11 too.
__host__ __device__ constexpr long long signed_integer(double from_) {
  return !(from_ >= -9223372036854775808.0) ? -9223372036854775807ll - 1  // what is not a number, too
         : from_ < 9223372036854775808.0    ? static_cast<long long>(from_)
                                            : 9223372036854775807ll;
}
__host__ __device__ constexpr long long signed_integer(float from_) {
  return !(from_ >= -9223372036854775808.0f) ? -9223372036854775807ll - 1
         : from_ < 9223372036854775808.0f    ? static_cast<long long>(from_)
                                             : 9223372036854775807ll;
}
__host__ __device__ constexpr unsigned long long unsigned_integer(double from_) {
  return from_ >= 0.0 ? from_ < 18446744073709551616.0 ? static_cast<unsigned long long>(from_) : ~0ull
         : from_ < 0.0 ? 0
                       : 1ull << 63;
}
__host__ __device__ constexpr unsigned long long unsigned_integer(float from_) {
  return from_ >= 0.0f ? from_ < 18446744073709551616.0f ? static_cast<unsigned long long>(from_) : ~0ull
         : from_ < 0.0f ? 0
                        : 1ull << 63;
}

// To 32 bits AMD's machine saturates, too; a `double` that is not a number it makes 0 of.
#if defined(RETARGET_HOST)  // which converts as the processor does
template <typename From_>
constexpr unsigned saturated(From_ from_, unsigned) {
  return from_ >= From_(4294967295.0) ? ~0u : from_ > From_(0) ? static_cast<unsigned>(from_) : 0u;
}
template <typename From_>
constexpr int saturated(From_ from_, int) {
  return from_ > From_(-2147483648.0) ? from_ >= From_(2147483648.0) ? 2147483647 : static_cast<int>(from_)
         : from_ != from_             ? 0
                                      : -2147483647 - 1;
}
// The sign makes a number of an object that converts to one.
template <typename From_>
constexpr unsigned clamped_unsigned(const From_& from_) {
  return saturated(+from_, 0u);
}
template <typename From_>
constexpr int clamped_signed(const From_& from_) {
  return saturated(+from_, 0);
}
#else
template <typename From_>
__host__ __device__ constexpr unsigned clamped_unsigned(From_ from_) {
  return static_cast<unsigned>(from_);
}
template <typename From_>
__host__ __device__ constexpr int clamped_signed(From_ from_) {
  return static_cast<int>(from_);
}
#endif

// `to_integer<long long>(x)`: the integer of this type that CUDA makes of x.
template <typename To_, typename From_>
struct to_integer_of {  // `unsigned char`: the low bits of 32
  static __host__ __device__ constexpr To_ made(From_ from_) { return static_cast<To_>(clamped_unsigned(from_)); }
};
template <typename From_>
struct to_integer_of<char, From_> {  // and these three: the low bits of 32, with the sign
  static __host__ __device__ constexpr char made(From_ from_) { return static_cast<char>(clamped_signed(from_)); }
};
template <typename From_>
struct to_integer_of<signed char, From_> {
  static __host__ __device__ constexpr signed char made(From_ from_) { return static_cast<signed char>(clamped_signed(from_)); }
};
template <typename From_>
struct to_integer_of<short, From_> {
  static __host__ __device__ constexpr short made(From_ from_) { return static_cast<short>(clamped_signed(from_)); }
};
template <typename From_>
struct to_integer_of<int, From_> {
  static __host__ __device__ constexpr int made(From_ from_) {
    return sizeof(From_) == 8 && from_ != from_ ? -2147483647 - 1 : clamped_signed(from_);
  }
};
template <typename From_>
struct to_integer_of<unsigned, From_> {
  static __host__ __device__ constexpr unsigned made(From_ from_) {
    return sizeof(From_) == 8 && from_ != from_ ? 1u << 31 : clamped_unsigned(from_);
  }
};
template <typename From_>
struct to_integer_of<long, From_> {
  static __host__ __device__ constexpr long made(From_ from_) { return signed_integer(from_); }
};
template <typename From_>
struct to_integer_of<long long, From_> {
  static __host__ __device__ constexpr long long made(From_ from_) { return signed_integer(from_); }
};
template <typename From_>
struct to_integer_of<unsigned long, From_> {
  static __host__ __device__ constexpr unsigned long made(From_ from_) { return unsigned_integer(from_); }
};
template <typename From_>
struct to_integer_of<unsigned long long, From_> {
  static __host__ __device__ constexpr unsigned long long made(From_ from_) { return unsigned_integer(from_); }
};
template <typename To_, typename From_>
__host__ __device__ constexpr To_ to_integer(From_ from_) {
#if defined(__HIP_DEVICE_COMPILE__) || defined(RETARGET_HOST)
  return to_integer_of<To_, From_>::made(from_);
#else
  return static_cast<To_>(from_);
#endif
}

}  // namespace retarget_hip

#endif

#endif
#endif
