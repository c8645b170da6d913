// The bits of halves as __half_raw and __half2_raw, whose first component is a number in HIP, and the bits in CUDA.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HALF_RAW_H
#define RETARGET_HIP_HALF_RAW_H
#ifdef __cplusplus

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

namespace retarget_hip {

__host__ __device__ constexpr __half_raw half_raw(unsigned short bits_) {
  return {{__builtin_bit_cast(_Float16, bits_)}};
}
__host__ __device__ constexpr __half2_raw half2_raw(unsigned short low_, unsigned short high_) {
  return {.data = {__builtin_bit_cast(_Float16, low_), __builtin_bit_cast(_Float16, high_)}};
}

}  // namespace retarget_hip

#endif  // __cplusplus
#endif
