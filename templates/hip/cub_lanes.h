// CUB's functions of lanes, for logical warps of 32 on any wave width: hipCUB's count waves.
// They stand in hipCUB's namespace, under names of their own.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_CUB_LANES_H
#define RETARGET_HIP_CUB_LANES_H

#include "warp_matches.h"

#pragma push_macro("ballot")
#undef ballot
#pragma push_macro("input_")
#undef input_
#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z

#define RETARGET_CUB_LOG_WARP_THREADS(unused) 5
#define RETARGET_CUB_WARP_THREADS(unused) 32
#define RETARGET_CUB_PTX_LOG_WARP_THREADS 5
#define RETARGET_CUB_PTX_WARP_THREADS 32

#if defined(__cplusplus) && defined(__HIPCC__)

namespace hipcub {

__device__ __forceinline__ unsigned lane_id32() { return warp32::lane_id(); }

// The warp's number in its block.
__device__ __forceinline__ unsigned warp_id32() {
  const unsigned row_ = threadIdx.y + blockDim.y * threadIdx.z;
  return (threadIdx.x + blockDim.x * row_) / 32u;
}

__device__ __forceinline__ unsigned lane_mask_lt32() { return warp32::lanemask_lt(); }
__device__ __forceinline__ unsigned lane_mask_le32() { return warp32::lanemask_le(); }
__device__ __forceinline__ unsigned lane_mask_gt32() { return warp32::lanemask_gt(); }
__device__ __forceinline__ unsigned lane_mask_ge32() { return warp32::lanemask_ge(); }

// The lanes of a part of the warp; of a number of lanes that is no power of two, that many lanes from the first on.
template <int lanes_, int = 0>
__device__ __forceinline__ unsigned warp_mask32(unsigned part_) {
  const unsigned mask_ = 0xffffffffu >> (32 - lanes_);
  return (lanes_ & (lanes_ - 1)) == 0 && lanes_ < 32 ? mask_ << (part_ * lanes_) : mask_;
}

// Beyond the first or the last lane, which are counted in the part of `lanes_` lanes, a thread keeps its own value.
template <int lanes_, typename T_>
__device__ __forceinline__ T_ shuffle_up32(T_ input_, int offset_, int first_, unsigned mask_ = warp32::full_mask) {
  warp32::detail_::members(mask_);
  const int lane_ = static_cast<int>(warp32::lane_id()), part_ = lane_ & (32 - lanes_);
  const int from_ = lane_ - offset_, limit_ = part_ | (first_ & (lanes_ - 1));
  return warp32::detail_::exchange(input_, from_ >= limit_ ? from_ : lane_);
}
template <int lanes_, typename T_>
__device__ __forceinline__ T_ shuffle_down32(T_ input_, int offset_, int last_, unsigned mask_ = warp32::full_mask) {
  warp32::detail_::members(mask_);
  const int lane_ = static_cast<int>(warp32::lane_id()), part_ = lane_ & (32 - lanes_);
  const int from_ = lane_ + offset_, limit_ = part_ | (last_ & (lanes_ - 1));
  return warp32::detail_::exchange(input_, from_ <= limit_ ? from_ : lane_);
}
template <int lanes_, typename T_>
__device__ __forceinline__ T_ shuffle_index32(T_ input_, int source_, unsigned mask_ = warp32::full_mask) {
  warp32::detail_::members(mask_);
  const int part_ = static_cast<int>(warp32::lane_id()) & (32 - lanes_);
  return warp32::detail_::exchange(input_, part_ | (source_ & (lanes_ - 1)));
}

__device__ __forceinline__ void warp_sync32(unsigned mask_) { warp32::syncwarp(mask_); }
__device__ __forceinline__ int warp_any32(int predicate_, unsigned mask_) { return warp32::any_sync(mask_, predicate_); }
__device__ __forceinline__ int warp_all32(int predicate_, unsigned mask_) { return warp32::all_sync(mask_, predicate_); }
__device__ __forceinline__ int warp_ballot32(int predicate_, unsigned mask_) {
  return static_cast<int>(warp32::ballot_sync(mask_, predicate_));
}

// The active lanes among the first `lanes_` whose label has the same low bits.
template <int bits_, int lanes_ = 32>
__device__ __forceinline__ unsigned match_any32(unsigned label_) {
  unsigned same_ = warp32::activemask() & (0xffffffffu >> (32 - lanes_));
  for (int i_ = 0; i_ < bits_; ++i_) {
    const bool bit_ = (label_ >> i_) & 1u;
    const unsigned set_ = warp32::ballot(bit_);
    same_ &= bit_ ? set_ : ~set_;
  }
  return same_;
}

}  // namespace hipcub

#endif

#pragma pop_macro("ballot")
#pragma pop_macro("input_")
#pragma pop_macro("x")
#pragma pop_macro("y")
#pragma pop_macro("z")

#endif
