// CUB's functions of lanes, for logical warps of 32 on any wave width: hipCUB's count waves.
// They stand in hipCUB's namespace, under names of their own.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_CUB_LANES_H
#define RETARGET_HIP_CUB_LANES_H

#include "warp32.h"

#define RETARGET_CUB_LOG_WARP_THREADS(unused) 5
#define RETARGET_CUB_WARP_THREADS(unused) 32
#define RETARGET_CUB_PTX_LOG_WARP_THREADS 5
#define RETARGET_CUB_PTX_WARP_THREADS 32

#if defined(__cplusplus) && defined(__HIPCC__)

namespace hipcub {

__device__ __forceinline__ unsigned lane_id32() { return warp32::lane_id(); }

// The warp's number in its block.
__device__ __forceinline__ unsigned warp_id32() {
  const unsigned row = threadIdx.y + blockDim.y * threadIdx.z;
  return (threadIdx.x + blockDim.x * row) / 32u;
}

__device__ __forceinline__ unsigned lane_mask_lt32() { return warp32::lanemask_lt(); }
__device__ __forceinline__ unsigned lane_mask_le32() { return warp32::lanemask_le(); }
__device__ __forceinline__ unsigned lane_mask_gt32() { return warp32::lanemask_gt(); }
__device__ __forceinline__ unsigned lane_mask_ge32() { return warp32::lanemask_ge(); }

// The lanes of a part of the warp; of a number of lanes that is no power of two, that many lanes from the first on.
template <int lanes, int = 0>
__device__ __forceinline__ unsigned warp_mask32(unsigned part) {
  const unsigned mask = 0xffffffffu >> (32 - lanes);
  return (lanes & (lanes - 1)) == 0 && lanes < 32 ? mask << (part * lanes) : mask;
}

// Beyond the first or the last lane, which are counted in the part of `lanes` lanes, a thread keeps its own value.
template <int lanes, typename T>
__device__ __forceinline__ T shuffle_up32(T input, int offset, int first, unsigned mask = warp32::full_mask) {
  warp32::detail::members(mask);
  const int lane = static_cast<int>(warp32::lane_id()), part = lane & (32 - lanes);
  const int from = lane - offset, limit = part | (first & (lanes - 1));
  return warp32::detail::exchange(input, from >= limit ? from : lane);
}
template <int lanes, typename T>
__device__ __forceinline__ T shuffle_down32(T input, int offset, int last, unsigned mask = warp32::full_mask) {
  warp32::detail::members(mask);
  const int lane = static_cast<int>(warp32::lane_id()), part = lane & (32 - lanes);
  const int from = lane + offset, limit = part | (last & (lanes - 1));
  return warp32::detail::exchange(input, from <= limit ? from : lane);
}
template <int lanes, typename T>
__device__ __forceinline__ T shuffle_index32(T input, int source, unsigned mask = warp32::full_mask) {
  warp32::detail::members(mask);
  const int part = static_cast<int>(warp32::lane_id()) & (32 - lanes);
  return warp32::detail::exchange(input, part | (source & (lanes - 1)));
}

__device__ __forceinline__ void warp_sync32(unsigned mask) { warp32::syncwarp(mask); }
__device__ __forceinline__ int warp_any32(int predicate, unsigned mask) { return warp32::any_sync(mask, predicate); }
__device__ __forceinline__ int warp_all32(int predicate, unsigned mask) { return warp32::all_sync(mask, predicate); }
__device__ __forceinline__ int warp_ballot32(int predicate, unsigned mask) {
  return static_cast<int>(warp32::ballot_sync(mask, predicate));
}

// The active lanes among the first `lanes` whose label has the same low bits.
template <int bits, int lanes = 32>
__device__ __forceinline__ unsigned match_any32(unsigned label) {
  unsigned same = warp32::activemask() & (0xffffffffu >> (32 - lanes));
  for (int i = 0; i < bits; ++i) {
    const bool bit = (label >> i) & 1u;
    const unsigned set = warp32::ballot(bit);
    same &= bit ? set : ~set;
  }
  return same;
}

}  // namespace hipcub

#endif
#endif
