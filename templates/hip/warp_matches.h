// Matches and reductions within logical warps of 32 lanes. Stands for CUDA's.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_WARP_MATCHES_H
#define RETARGET_HIP_WARP_MATCHES_H
#ifdef __cplusplus

#include "warp_shuffles.h"

#pragma push_macro("bits")
#undef bits

#if defined(__HIPCC__)  // a host compiler knows no code of lanes
namespace warp32 {
namespace detail_ {

template <typename T_>
__device__ inline unsigned long long bits(const T_& value_) {
  static_assert(sizeof(T_) <= 8, "a match compares 32 or 64 bits");
  unsigned long long result_ = 0;
  __builtin_memcpy(&result_, &value_, sizeof(T_));
  return result_;
}

template <typename T_, typename Combine_>
__device__ inline T_ reduce(unsigned mask_, T_ value_, Combine_ combine_) {
  members(mask_);
  const unsigned present_ = votes(true) & mask_;
  if (present_ == full_mask) {
    for (unsigned step_ = 16; step_ > 0; step_ /= 2)
      value_ = combine_(value_, exchange(value_, (wave_lane() & 31u) ^ step_));
    return value_;
  }
  T_ result_ = exchange(value_, __builtin_ctz(present_));
  for (unsigned rest_ = present_ & (present_ - 1); rest_ != 0; rest_ &= rest_ - 1)
    result_ = combine_(result_, exchange(value_, __builtin_ctz(rest_)));
  return result_;
}

}  // namespace detail_

// The lanes of `mask_` that hold the same bits as the own lane: one vote for each bit.
template <typename T_>
__device__ inline unsigned match_any_sync(unsigned mask_, T_ value_) {
  detail_::members(mask_);
  const unsigned long long own_ = detail_::bits<detail_::plain<T_>>(value_);
  unsigned same_ = detail_::votes(true) & mask_;
  for (unsigned i_ = 0; i_ < 8 * sizeof(detail_::plain<T_>); ++i_) {
    const bool bit_ = (own_ >> i_) & 1u;
    const unsigned set_ = detail_::votes(bit_);
    same_ &= bit_ ? set_ : ~set_;
  }
  return same_;
}

template <typename T_>
__device__ inline unsigned match_all_sync(unsigned mask_, T_ value_, int* predicate_) {
  detail_::members(mask_);
  const unsigned long long own_ = detail_::bits<detail_::plain<T_>>(value_);
  const unsigned present_ = detail_::votes(true) & mask_;
  *predicate_ = all_sync(mask_, own_ == detail_::exchange(own_, __builtin_ctz(present_)));
  return *predicate_ ? mask_ : 0u;
}

template <typename T_, typename V_ = detail_::plain<T_>>
__device__ inline V_ reduce_add_sync(unsigned mask_, T_ value_) {
  return detail_::reduce<V_>(mask_, value_, [](V_ a_, V_ b_) { return a_ + b_; });
}
template <typename T_, typename V_ = detail_::plain<T_>>
__device__ inline V_ reduce_min_sync(unsigned mask_, T_ value_) {
  return detail_::reduce<V_>(mask_, value_, [](V_ a_, V_ b_) { return a_ < b_ ? a_ : b_; });
}
template <typename T_, typename V_ = detail_::plain<T_>>
__device__ inline V_ reduce_max_sync(unsigned mask_, T_ value_) {
  return detail_::reduce<V_>(mask_, value_, [](V_ a_, V_ b_) { return a_ < b_ ? b_ : a_; });
}
template <typename T_, typename V_ = detail_::plain<T_>>
__device__ inline V_ reduce_and_sync(unsigned mask_, T_ value_) {
  return detail_::reduce<V_>(mask_, value_, [](V_ a_, V_ b_) { return a_ & b_; });
}
template <typename T_, typename V_ = detail_::plain<T_>>
__device__ inline V_ reduce_or_sync(unsigned mask_, T_ value_) {
  return detail_::reduce<V_>(mask_, value_, [](V_ a_, V_ b_) { return a_ | b_; });
}
template <typename T_, typename V_ = detail_::plain<T_>>
__device__ inline V_ reduce_xor_sync(unsigned mask_, T_ value_) {
  return detail_::reduce<V_>(mask_, value_, [](V_ a_, V_ b_) { return a_ ^ b_; });
}

}  // namespace warp32
#endif

#pragma pop_macro("bits")

#endif
#endif
