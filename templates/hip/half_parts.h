// The components of a __half2 as the halves that they are: HIP 5 declares them as whole numbers that hold their bits.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HALF_PARTS_H
#define RETARGET_HIP_HALF_PARTS_H
#ifdef __cplusplus

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

namespace retarget_hip {

__host__ __device__ inline __half& half_part(unsigned short& bits_) { return reinterpret_cast<__half&>(bits_); }
__host__ __device__ inline const __half& half_part(const unsigned short& bits_) {
  return reinterpret_cast<const __half&>(bits_);
}
__host__ __device__ inline volatile __half& half_part(volatile unsigned short& bits_) {
  return reinterpret_cast<volatile __half&>(bits_);
}
__host__ __device__ inline const volatile __half& half_part(const volatile unsigned short& bits_) {
  return reinterpret_cast<const volatile __half&>(bits_);
}
__host__ __device__ inline __half half_part(unsigned short&& bits_) { return reinterpret_cast<__half&>(bits_); }

__host__ __device__ inline __half& half_part(__half& half_) { return half_; }
__host__ __device__ inline const __half& half_part(const __half& half_) { return half_; }
__host__ __device__ inline volatile __half& half_part(volatile __half& half_) { return half_; }
__host__ __device__ inline const volatile __half& half_part(const volatile __half& half_) { return half_; }
__host__ __device__ inline __half half_part(__half&& half_) { return half_; }

}  // namespace retarget_hip

#endif  // __cplusplus
#endif
