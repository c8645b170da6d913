// The bits of halves as __half_raw and __half2_raw, whose first component is a number in HIP, and the bits in CUDA.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HALF_RAW_H
#define RETARGET_HIP_HALF_RAW_H
#ifdef __cplusplus

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

namespace retarget_hip {

#if defined(__clang__)
__host__ __device__ constexpr __half_raw half_raw(unsigned short bits_) {
  return {{__builtin_bit_cast(_Float16, bits_)}};
}

// A pair begins with its two halves in HIP 6, and with a vector in HIP 5.
template <typename Pair_, typename Bits_>
__host__ __device__ constexpr auto pair_of_bits(Bits_ low_, Bits_ high_, int)
    -> decltype(Pair_{{{half_raw(low_), half_raw(high_)}}}) {
  return {{{half_raw(low_), half_raw(high_)}}};
}
template <typename Pair_, typename Bits_>
__host__ __device__ constexpr Pair_ pair_of_bits(Bits_ low_, Bits_ high_, long) {
  return {{{__builtin_bit_cast(_Float16, low_), __builtin_bit_cast(_Float16, high_)}}};
}
__host__ __device__ constexpr __half2_raw half2_raw(unsigned short low_, unsigned short high_) {
  return pair_of_bits<__half2_raw>(low_, high_, 0);
}
__host__ __device__ inline float internal_half2float(unsigned short bits_) {
  return static_cast<float>(__builtin_bit_cast(_Float16, bits_));
}

#else  // a host compiler, for which HIP's header has the bits alone
constexpr __half_raw half_raw(unsigned short bits_) { return {bits_}; }
constexpr __half2_raw half2_raw(unsigned short low_, unsigned short high_) { return {low_, high_}; }
#endif

}  // namespace retarget_hip

#endif  // __cplusplus
#endif
