// CUDA's conversions of halves to integers: they round as their names say, and saturate. HIP's own cut all of them.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HALF_INTEGERS_H
#define RETARGET_HIP_HALF_INTEGERS_H
#ifdef __cplusplus

#include "conversions.h"
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

// Of a number of 16 bits: infinity and what is not a number, which is 0, are all that 32 bits cannot hold.
template <typename To_>
struct half_to_integer {
  static __host__ __device__ To_ made(float from_) { return to_integer<To_>(from_); }
};
template <>
struct half_to_integer<short> {
  static __host__ __device__ short made(float from_) {
    return static_cast<short>(from_ != from_ ? 0.0f : fminf(fmaxf(from_, -32768.0f), 32767.0f));
  }
};
template <>
struct half_to_integer<unsigned short> {
  static __host__ __device__ unsigned short made(float from_) {
    return static_cast<unsigned short>(fminf(fmaxf(from_, 0.0f), 65535.0f));
  }
};

template <>
struct half_to_integer<signed char> {
  static __host__ __device__ signed char made(float from_) {
    return static_cast<signed char>(from_ != from_ ? 0.0f : fminf(fmaxf(from_, -128.0f), 127.0f));
  }
};
template <>
struct half_to_integer<char> {
  static __host__ __device__ char made(float from_) { return static_cast<char>(half_to_integer<signed char>::made(from_)); }
};
template <>
struct half_to_integer<unsigned char> {
  static __host__ __device__ unsigned char made(float from_) {
    return static_cast<unsigned char>(fminf(fmaxf(from_, 0.0f), 255.0f));
  }
};

// `half_cast<short>(h)`: what the operators of CUDA's classes make of a half or a bfloat16.
template <typename To_>
__host__ __device__ inline To_ half_cast(float from_) {
  return half_to_integer<To_>::made(from_);
}

#define RETARGET_HIP_HALF_TO(name, result)                                                                            \
  __device__ inline result half2##name##_rn(__half x_) { return half_to_integer<result>::made(rintf(__half2float(x_))); }  \
  __device__ inline result half2##name##_rd(__half x_) { return half_to_integer<result>::made(floorf(__half2float(x_))); } \
  __device__ inline result half2##name##_ru(__half x_) { return half_to_integer<result>::made(ceilf(__half2float(x_))); }  \
  __device__ inline result half2##name##_rz(__half x_) { return half_to_integer<result>::made(__half2float(x_)); }
RETARGET_HIP_HALF_TO(int, int)
RETARGET_HIP_HALF_TO(uint, unsigned)
RETARGET_HIP_HALF_TO(short, short)
RETARGET_HIP_HALF_TO(ushort, unsigned short)
RETARGET_HIP_HALF_TO(ll, long long)
RETARGET_HIP_HALF_TO(ull, unsigned long long)
#undef RETARGET_HIP_HALF_TO

}  // namespace retarget_hip

#endif

#endif
#endif
