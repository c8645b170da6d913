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

namespace warp32 {

constexpr int size = 32;
constexpr unsigned full_mask = 0xffffffffu;

// In the place of a device's own width: a host counts the warps that kernels see.
template <typename Properties>
__host__ __device__ constexpr int size_of(const Properties&) {
  return size;
}

#if defined(__HIPCC__)  // a host compiler knows no code of lanes
// What has no mask is inlined for sure: lanes that come to it from several places do not meet in it.
namespace detail {

__device__ inline unsigned wave_lane() {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}

// The first wave lane of the own logical warp: 0, or 32 in the upper half of a wave of 64.
__device__ inline unsigned first_lane() { return wave_lane() & 32u; }

// Called where a mask names the lanes of an operation: on a device they run in step, on a host they gather here.
#if defined(RETARGET_HOST)
inline void members(unsigned mask) {
  ::retarget_host::wave_sync(static_cast<unsigned long long>(mask) << first_lane());
}
#else
__device__ inline void members(unsigned) {}
#endif

// The value that `lane` (0..31) of the own logical warp holds, word by word. HIP's older vectors have constructors of
// their own, and are no less plain values.
template <typename T>
__device__ __forceinline__ T exchange(const T& value, unsigned lane) {
  constexpr unsigned count = (sizeof(T) + 3) / 4;
  int words[count] = {};
  __builtin_memcpy(words, static_cast<const void*>(&value), sizeof(T));
  const int address = static_cast<int>((first_lane() + lane) * 4);
#pragma unroll
  for (unsigned i = 0; i < count; ++i) words[i] = __builtin_amdgcn_ds_bpermute(address, words[i]);
  T result;
  __builtin_memcpy(static_cast<void*>(&result), words, sizeof(T));
  return result;
}

// The predicate's bits of the own logical warp, among the lanes that are active here.
__device__ __forceinline__ unsigned votes(bool predicate) {
  return static_cast<unsigned>(static_cast<unsigned long long>(__ballot(predicate)) >> first_lane());
}

template <typename T>
__device__ inline unsigned long long bits(const T& value) {
  static_assert(sizeof(T) <= 8, "a match compares 32 or 64 bits");
  unsigned long long result = 0;
  __builtin_memcpy(&result, &value, sizeof(T));
  return result;
}

template <typename T, typename Combine>
__device__ inline T reduce(unsigned mask, T value, Combine combine) {
  members(mask);
  const unsigned present = votes(true) & mask;
  if (present == full_mask) {
    for (unsigned step = 16; step > 0; step /= 2)
      value = combine(value, exchange(value, (wave_lane() & 31u) ^ step));
    return value;
  }
  T result = exchange(value, __builtin_ctz(present));
  for (unsigned rest = present & (present - 1); rest != 0; rest &= rest - 1)
    result = combine(result, exchange(value, __builtin_ctz(rest)));
  return result;
}

// Classes of 2 bytes and more (__half, __half2, ...) travel as they are. The rest promotes as in CUDA's
// overloads; a coordinate such as threadIdx.x, an empty class in older HIP, becomes its number.
template <typename T, bool as_is = std::is_class<T>::value && sizeof(T) >= 2>
struct plain_of {
  using type = T;
};
template <typename T>
struct plain_of<T, false> {
  using type = decltype(+std::declval<const T&>());
};
template <typename T>
using plain = typename plain_of<T>::type;

}  // namespace detail

__device__ inline unsigned lane_id() { return detail::wave_lane() & 31u; }

__device__ inline unsigned lanemask_eq() { return 1u << lane_id(); }
__device__ inline unsigned lanemask_lt() { return lanemask_eq() - 1u; }
__device__ inline unsigned lanemask_le() { return lanemask_lt() | lanemask_eq(); }
__device__ inline unsigned lanemask_gt() { return ~lanemask_le(); }
__device__ inline unsigned lanemask_ge() { return ~lanemask_lt(); }

__device__ __forceinline__ unsigned activemask() { return detail::votes(true); }

// Orders memory among the lanes of the wave, and waits for no lane outside of it.
__device__ inline void syncwarp(unsigned mask = full_mask) {
  detail::members(mask);
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}

__device__ __forceinline__ unsigned ballot(int predicate) { return detail::votes(predicate != 0); }
__device__ __forceinline__ int any(int predicate) { return ballot(predicate) != 0; }
__device__ __forceinline__ int all(int predicate) { return ballot(!predicate) == 0; }

__device__ inline unsigned ballot_sync(unsigned mask, int predicate) {
  detail::members(mask);
  return ballot(predicate) & mask;
}
__device__ inline int any_sync(unsigned mask, int predicate) { return ballot_sync(mask, predicate) != 0; }
__device__ inline int all_sync(unsigned mask, int predicate) { return ballot_sync(mask, !predicate) == 0; }
__device__ inline int uni_sync(unsigned mask, int predicate) {
  return any_sync(mask, predicate) == 0 || all_sync(mask, predicate);
}

// Only the five low bits of a lane, a distance or a lane mask count, as in CUDA.
namespace detail {

template <typename T>
__device__ __forceinline__ T from_lane(const T& value, int lane, int width) {
  return exchange(value, (lane_id() & ~(width - 1u)) | (static_cast<unsigned>(lane) & (width - 1u)));
}

template <typename T>
__device__ __forceinline__ T from_below(const T& value, unsigned delta, int width) {
  const unsigned lane = lane_id(), within = lane & (width - 1u);
  return exchange(value, (delta & 31u) <= within ? lane - (delta & 31u) : lane);
}

template <typename T>
__device__ __forceinline__ T from_above(const T& value, unsigned delta, int width) {
  const unsigned lane = lane_id(), within = lane & (width - 1u);
  return exchange(value, within + (delta & 31u) < static_cast<unsigned>(width) ? lane + (delta & 31u) : lane);
}

template <typename T>
__device__ __forceinline__ T from_partner(const T& value, int lane_mask, int width) {
  const unsigned lane = lane_id(), partner = lane ^ (static_cast<unsigned>(lane_mask) & 31u);
  return exchange(value, partner < ((lane + width) & ~(width - 1u)) ? partner : lane);
}

}  // namespace detail

template <typename T>
__device__ __forceinline__ detail::plain<T> shfl(T value, int lane, int width = 32) {
  return detail::from_lane<detail::plain<T>>(value, lane, width);
}
template <typename T>
__device__ __forceinline__ detail::plain<T> shfl_up(T value, unsigned delta, int width = 32) {
  return detail::from_below<detail::plain<T>>(value, delta, width);
}
template <typename T>
__device__ __forceinline__ detail::plain<T> shfl_down(T value, unsigned delta, int width = 32) {
  return detail::from_above<detail::plain<T>>(value, delta, width);
}
template <typename T>
__device__ __forceinline__ detail::plain<T> shfl_xor(T value, int lane_mask, int width = 32) {
  return detail::from_partner<detail::plain<T>>(value, lane_mask, width);
}

template <typename T>
__device__ __forceinline__ detail::plain<T> shfl_sync(unsigned mask, T value, int lane, int width = 32) {
  detail::members(mask);
  return shfl(value, lane, width);
}
template <typename T>
__device__ __forceinline__ detail::plain<T> shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  detail::members(mask);
  return shfl_up(value, delta, width);
}
template <typename T>
__device__ __forceinline__ detail::plain<T> shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  detail::members(mask);
  return shfl_down(value, delta, width);
}
template <typename T>
__device__ __forceinline__ detail::plain<T> shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32) {
  detail::members(mask);
  return shfl_xor(value, lane_mask, width);
}

// The lanes of `mask` that hold the same bits as the own lane: one vote for each bit.
template <typename T>
__device__ inline unsigned match_any_sync(unsigned mask, T value) {
  detail::members(mask);
  const unsigned long long own = detail::bits<detail::plain<T>>(value);
  unsigned same = detail::votes(true) & mask;
  for (unsigned i = 0; i < 8 * sizeof(detail::plain<T>); ++i) {
    const bool bit = (own >> i) & 1u;
    const unsigned set = detail::votes(bit);
    same &= bit ? set : ~set;
  }
  return same;
}

template <typename T>
__device__ inline unsigned match_all_sync(unsigned mask, T value, int* predicate) {
  detail::members(mask);
  const unsigned long long own = detail::bits<detail::plain<T>>(value);
  const unsigned present = detail::votes(true) & mask;
  *predicate = all_sync(mask, own == detail::exchange(own, __builtin_ctz(present)));
  return *predicate ? mask : 0u;
}

template <typename T, typename V = detail::plain<T>>
__device__ inline V reduce_add_sync(unsigned mask, T value) {
  return detail::reduce<V>(mask, value, [](V a, V b) { return a + b; });
}
template <typename T, typename V = detail::plain<T>>
__device__ inline V reduce_min_sync(unsigned mask, T value) {
  return detail::reduce<V>(mask, value, [](V a, V b) { return a < b ? a : b; });
}
template <typename T, typename V = detail::plain<T>>
__device__ inline V reduce_max_sync(unsigned mask, T value) {
  return detail::reduce<V>(mask, value, [](V a, V b) { return a < b ? b : a; });
}
template <typename T, typename V = detail::plain<T>>
__device__ inline V reduce_and_sync(unsigned mask, T value) {
  return detail::reduce<V>(mask, value, [](V a, V b) { return a & b; });
}
template <typename T, typename V = detail::plain<T>>
__device__ inline V reduce_or_sync(unsigned mask, T value) {
  return detail::reduce<V>(mask, value, [](V a, V b) { return a | b; });
}
template <typename T, typename V = detail::plain<T>>
__device__ inline V reduce_xor_sync(unsigned mask, T value) {
  return detail::reduce<V>(mask, value, [](V a, V b) { return a ^ b; });
}

#endif
}  // namespace warp32

#endif
#endif
