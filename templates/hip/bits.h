// CUDA's counts of bits, which are signed: HIP's own count in `unsigned`, where `__ffs(x) - 1` is never negative.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_BITS_H
#define RETARGET_HIP_BITS_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

__device__ inline int popc(unsigned value_) { return __builtin_popcount(value_); }
__device__ inline int popcll(unsigned long long value_) { return __builtin_popcountll(value_); }
__device__ inline int ffs(int value_) { return __builtin_ffs(value_); }
__device__ inline int ffsll(long long value_) { return __builtin_ffsll(value_); }

}  // namespace retarget_hip

// The position of the offset-th set bit of `mask_` from bit `base_` on, up or down; ~0u if there is none.
template <typename = void>
__device__ inline unsigned __fns(unsigned mask_, unsigned base_, int offset_) {
  if (offset_ == 0) return (mask_ >> base_) & 1u ? base_ : ~0u;
  const int step_ = offset_ > 0 ? 1 : -1;
  int left_ = offset_ > 0 ? offset_ : -offset_;
  for (int bit_ = static_cast<int>(base_); bit_ >= 0 && bit_ < 32; bit_ += step_)
    if (((mask_ >> bit_) & 1u) && --left_ == 0) return static_cast<unsigned>(bit_);
  return ~0u;
}

#endif

#endif
#endif
