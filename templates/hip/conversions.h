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

// `to_integer<long long>(x)`: the integer of this type that CUDA makes of x.
template <typename To_, typename From_>
struct to_integer_of {
#if defined(RETARGET_HOST)  // which converts to `unsigned` as the processor does
  static To_ made(From_ from_) { return static_cast<To_>(from_ >= From_(4294967295) ? ~0u : unsigned_integer(from_)); }
#else
  static __host__ __device__ To_ made(From_ from_) { return static_cast<To_>(static_cast<unsigned>(from_)); }
#endif
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
