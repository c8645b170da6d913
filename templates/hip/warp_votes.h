// Votes, lane masks and __syncwarp of logical warps of 32 lanes. Stands for CUDA's, with and without a mask.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_WARP_VOTES_H
#define RETARGET_HIP_WARP_VOTES_H
#ifdef __cplusplus

#include "warp_size.h"

#include <hip/hip_runtime.h>

#pragma push_macro("all")
#undef all
#pragma push_macro("any")
#undef any
#pragma push_macro("ballot")
#undef ballot

#if defined(__HIPCC__)  // a host compiler knows no code of lanes
namespace warp32 {
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

// The predicate's bits of the own logical warp, among the lanes that are active here.
__device__ __forceinline__ unsigned votes(bool predicate_) {
  return static_cast<unsigned>(static_cast<unsigned long long>(__ballot(predicate_)) >> first_lane());
}

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

// Behind a step of lanes that count on running in step: orders memory among the lanes that are here.
__device__ inline void in_step() {
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

}  // namespace warp32
#endif

#pragma pop_macro("all")
#pragma pop_macro("any")
#pragma pop_macro("ballot")

#endif
#endif
