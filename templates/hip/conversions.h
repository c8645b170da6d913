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

__host__ __device__ inline long long signed_integer(double from_) {
  if (!(from_ >= -9223372036854775808.0)) return -9223372036854775807ll - 1;  // what is not a number, too
  return from_ < 9223372036854775808.0 ? static_cast<long long>(from_) : 9223372036854775807ll;
}
__host__ __device__ inline long long signed_integer(float from_) {
  if (!(from_ >= -9223372036854775808.0f)) return -9223372036854775807ll - 1;
  return from_ < 9223372036854775808.0f ? static_cast<long long>(from_) : 9223372036854775807ll;
}
__host__ __device__ inline unsigned long long unsigned_integer(double from_) {
  if (!(from_ >= 0.0)) return from_ < 0.0 ? 0 : 1ull << 63;
  return from_ < 18446744073709551616.0 ? static_cast<unsigned long long>(from_) : ~0ull;
}
__host__ __device__ inline unsigned long long unsigned_integer(float from_) {
  if (!(from_ >= 0.0f)) return from_ < 0.0f ? 0 : 1ull << 63;
  return from_ < 18446744073709551616.0f ? static_cast<unsigned long long>(from_) : ~0ull;
}

// To 32 bits AMD's machine saturates, too; a `double` that is not a number it makes 0 of.
#if defined(RETARGET_HOST)  // which converts as the processor does
template <typename From_>
inline unsigned clamped_unsigned(From_ from_) {
  return from_ >= From_(4294967295.0) ? ~0u : from_ > From_(0) ? static_cast<unsigned>(from_) : 0u;
}
template <typename From_>
inline int clamped_signed(From_ from_) {
  if (!(from_ > From_(-2147483648.0))) return from_ != from_ ? 0 : -2147483647 - 1;
  return from_ >= From_(2147483648.0) ? 2147483647 : static_cast<int>(from_);
}
#else
template <typename From_>
__host__ __device__ inline unsigned clamped_unsigned(From_ from_) {
  return static_cast<unsigned>(from_);
}
template <typename From_>
__host__ __device__ inline int clamped_signed(From_ from_) {
  return static_cast<int>(from_);
}
#endif

// `to_integer<long long>(x)`: the integer of this type that CUDA makes of x.
template <typename To_, typename From_>
struct to_integer_of {  // `unsigned char`: the low bits of 32
  static __host__ __device__ To_ made(From_ from_) { return static_cast<To_>(clamped_unsigned(from_)); }
};
template <typename From_>
struct to_integer_of<int, From_> {
  static __host__ __device__ int made(From_ from_) {
    return sizeof(From_) == 8 && from_ != from_ ? -2147483647 - 1 : clamped_signed(from_);
  }
};
template <typename From_>
struct to_integer_of<unsigned, From_> {
  static __host__ __device__ unsigned made(From_ from_) {
    return sizeof(From_) == 8 && from_ != from_ ? 1u << 31 : clamped_unsigned(from_);
  }
};
template <typename From_>
struct to_integer_of<long, From_> {
  static __host__ __device__ long made(From_ from_) { return signed_integer(from_); }
};
template <typename From_>
struct to_integer_of<long long, From_> {
  static __host__ __device__ long long made(From_ from_) { return signed_integer(from_); }
};
template <typename From_>
struct to_integer_of<unsigned long, From_> {
  static __host__ __device__ unsigned long made(From_ from_) { return unsigned_integer(from_); }
};
template <typename From_>
struct to_integer_of<unsigned long long, From_> {
  static __host__ __device__ unsigned long long made(From_ from_) { return unsigned_integer(from_); }
};
template <typename To_, typename From_>
__host__ __device__ inline To_ to_integer(From_ from_) {
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
