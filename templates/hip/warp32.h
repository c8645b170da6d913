// CUDA's warp of 32 lanes on any wave width: on a wave of 64 lanes, two logical warps.
// Stands for the warp shuffles, votes, matches, reductions, and lane masks of CUDA.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_WARP32_H
#define RETARGET_HIP_WARP32_H
#ifndef __cplusplus
// A unit of C has host code alone.
#define warp32_size 32
#define warp32_size_of(properties) ((void)(properties), 32)
#else

#include <hip/hip_runtime.h>

#include <type_traits>
#include <utility>

#pragma push_macro("all")
#undef all
#pragma push_macro("any")
#undef any
#pragma push_macro("ballot")
#undef ballot
#pragma push_macro("bits")
#undef bits
#pragma push_macro("size")
#undef size
#pragma push_macro("type")
#undef type
#pragma push_macro("value")
#undef value

namespace warp32 {

constexpr int size = 32;
constexpr unsigned full_mask = 0xffffffffu;

// In the place of a device's own width: a host counts the warps that kernels see.
template <typename Properties_>
__host__ __device__ constexpr int size_of(const Properties_&) {
  return size;
}

#if defined(__HIPCC__)  // a host compiler knows no code of lanes
// What has no mask is inlined for sure: lanes that come to it from several places do not meet in it.
namespace detail_ {

__device__ inline unsigned wave_lane() {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}

// The first wave lane of the own logical warp: 0, or 32 in the upper half of a wave of 64.
__device__ inline unsigned first_lane() { return wave_lane() & 32u; }

// Called where a mask names the lanes of an operation: on a device they run in step, on a host they gather here.
#if defined(RETARGET_HOST)
inline void members(unsigned mask_) {
  ::retarget_host::wave_sync(static_cast<unsigned long long>(mask_) << first_lane());
}
#else
__device__ inline void members(unsigned) {}
#endif

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

// The predicate's bits of the own logical warp, among the lanes that are active here.
__device__ __forceinline__ unsigned votes(bool predicate_) {
  return static_cast<unsigned>(static_cast<unsigned long long>(__ballot(predicate_)) >> first_lane());
}

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

__device__ inline unsigned lane_id() { return detail_::wave_lane() & 31u; }

__device__ inline unsigned lanemask_eq() { return 1u << lane_id(); }
__device__ inline unsigned lanemask_lt() { return lanemask_eq() - 1u; }
__device__ inline unsigned lanemask_le() { return lanemask_lt() | lanemask_eq(); }
__device__ inline unsigned lanemask_gt() { return ~lanemask_le(); }
__device__ inline unsigned lanemask_ge() { return ~lanemask_lt(); }

__device__ __forceinline__ unsigned activemask() { return detail_::votes(true); }

// Orders memory among the lanes of the wave, and waits for no lane outside of it.
__device__ inline void syncwarp(unsigned mask_ = full_mask) {
  detail_::members(mask_);
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

__device__ __forceinline__ unsigned ballot(int predicate_) { return detail_::votes(predicate_ != 0); }
__device__ __forceinline__ int any(int predicate_) { return ballot(predicate_) != 0; }
__device__ __forceinline__ int all(int predicate_) { return ballot(!predicate_) == 0; }

__device__ inline unsigned ballot_sync(unsigned mask_, int predicate_) {
  detail_::members(mask_);
  return ballot(predicate_) & mask_;
}
__device__ inline int any_sync(unsigned mask_, int predicate_) { return ballot_sync(mask_, predicate_) != 0; }
__device__ inline int all_sync(unsigned mask_, int predicate_) { return ballot_sync(mask_, !predicate_) == 0; }
__device__ inline int uni_sync(unsigned mask_, int predicate_) {
  return any_sync(mask_, predicate_) == 0 || all_sync(mask_, predicate_);
}

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

#endif
}  // namespace warp32

#pragma pop_macro("all")
#pragma pop_macro("any")
#pragma pop_macro("ballot")
#pragma pop_macro("bits")
#pragma pop_macro("size")
#pragma pop_macro("type")
#pragma pop_macro("value")

#endif
#endif
