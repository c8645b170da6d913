// Shuffles within logical warps of 32 lanes. Stands for CUDA's, with and without a mask.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_WARP_SHUFFLES_H
#define RETARGET_HIP_WARP_SHUFFLES_H
#ifdef __cplusplus

#include "warp_votes.h"

#include <hip/hip_runtime.h>

#include <type_traits>
#include <utility>

#pragma push_macro("type")
#undef type
#pragma push_macro("value")
#undef value

#if defined(__HIPCC__)  // a host compiler knows no code of lanes
namespace warp32 {
namespace detail_ {

// The value that `lane_` (0..31) of the own logical warp holds, word by word. HIP's older vectors have constructors of
// their own, and are no less plain values.
template <typename T_>
__device__ __forceinline__ T_ exchange(const T_& value_, unsigned lane_) {
  constexpr unsigned count_ = (sizeof(T_) + 3) / 4;
  int words_[count_] = {};
  __builtin_memcpy(words_, static_cast<const void*>(&value_), sizeof(T_));
  const int address_ = static_cast<int>((first_lane() + lane_) * 4);
#pragma unroll
  for (unsigned i_ = 0; i_ < count_; ++i_) words_[i_] = __builtin_amdgcn_ds_bpermute(address_, words_[i_]);
  T_ result_;
  __builtin_memcpy(static_cast<void*>(&result_), words_, sizeof(T_));
  return result_;
}

// Classes of 2 bytes and more (__half, __half2, ...) travel as they are. The rest promotes as in CUDA's
// overloads; a coordinate such as threadIdx.x, an empty class in older HIP, becomes its number.
template <typename T_, bool as_is_ = std::is_class<T_>::value && sizeof(T_) >= 2>
struct plain_of {
  using type = T_;
};
template <typename T_>
struct plain_of<T_, false> {
  using type = decltype(+std::declval<const T_&>());
};
template <typename T_>
using plain = typename plain_of<T_>::type;

}  // namespace detail_

// Only the five low bits of a lane, a distance or a lane mask count, as in CUDA.
namespace detail_ {

template <typename T_>
__device__ __forceinline__ T_ from_lane(const T_& value_, int lane_, int width_) {
  return exchange(value_, (lane_id() & ~(width_ - 1u)) | (static_cast<unsigned>(lane_) & (width_ - 1u)));
}

template <typename T_>
__device__ __forceinline__ T_ from_below(const T_& value_, unsigned delta_, int width_) {
  const unsigned lane_ = lane_id(), within_ = lane_ & (width_ - 1u);
  return exchange(value_, (delta_ & 31u) <= within_ ? lane_ - (delta_ & 31u) : lane_);
}

template <typename T_>
__device__ __forceinline__ T_ from_above(const T_& value_, unsigned delta_, int width_) {
  const unsigned lane_ = lane_id(), within_ = lane_ & (width_ - 1u);
  return exchange(value_, within_ + (delta_ & 31u) < static_cast<unsigned>(width_) ? lane_ + (delta_ & 31u) : lane_);
}

template <typename T_>
__device__ __forceinline__ T_ from_partner(const T_& value_, int lane_mask_, int width_) {
  const unsigned lane_ = lane_id(), partner_ = lane_ ^ (static_cast<unsigned>(lane_mask_) & 31u);
  return exchange(value_, partner_ < ((lane_ + width_) & ~(width_ - 1u)) ? partner_ : lane_);
}

}  // namespace detail_

template <typename T_>
__device__ __forceinline__ detail_::plain<T_> shfl(T_ value_, int lane_, int width_ = 32) {
  return detail_::from_lane<detail_::plain<T_>>(value_, lane_, width_);
}
template <typename T_>
__device__ __forceinline__ detail_::plain<T_> shfl_up(T_ value_, unsigned delta_, int width_ = 32) {
  return detail_::from_below<detail_::plain<T_>>(value_, delta_, width_);
}
template <typename T_>
__device__ __forceinline__ detail_::plain<T_> shfl_down(T_ value_, unsigned delta_, int width_ = 32) {
  return detail_::from_above<detail_::plain<T_>>(value_, delta_, width_);
}
template <typename T_>
__device__ __forceinline__ detail_::plain<T_> shfl_xor(T_ value_, int lane_mask_, int width_ = 32) {
  return detail_::from_partner<detail_::plain<T_>>(value_, lane_mask_, width_);
}

template <typename T_>
__device__ __forceinline__ detail_::plain<T_> shfl_sync(unsigned mask_, T_ value_, int lane_, int width_ = 32) {
  detail_::members(mask_);
  return shfl(value_, lane_, width_);
}
template <typename T_>
__device__ __forceinline__ detail_::plain<T_> shfl_up_sync(unsigned mask_, T_ value_, unsigned delta_, int width_ = 32) {
  detail_::members(mask_);
  return shfl_up(value_, delta_, width_);
}
template <typename T_>
__device__ __forceinline__ detail_::plain<T_> shfl_down_sync(unsigned mask_, T_ value_, unsigned delta_, int width_ = 32) {
  detail_::members(mask_);
  return shfl_down(value_, delta_, width_);
}
template <typename T_>
__device__ __forceinline__ detail_::plain<T_> shfl_xor_sync(unsigned mask_, T_ value_, int lane_mask_, int width_ = 32) {
  detail_::members(mask_);
  return shfl_xor(value_, lane_mask_, width_);
}

}  // namespace warp32
#endif

#pragma pop_macro("type")
#pragma pop_macro("value")

#endif
#endif
