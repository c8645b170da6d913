// Stands for PTX's operations of a warp in forms that CUDA's functions do not have.
// Names and operand orders are those of the PTX ISA.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_PTX_WARP_H
#define RETARGET_HIP_PTX_WARP_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>
#include <stdint.h>

#include "warp_matches.h"

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

// The members of `mask_` where all of them hold the same value, else 0.
template <typename T_>
__device__ inline uint32_t ptx_match_all(uint32_t mask_, T_ value_) {
  int same_;
  return warp32::match_all_sync(mask_, value_, &same_);
}

// One member of a mask: the lowest.
__device__ inline uint32_t ptx_elect(uint32_t mask_) { return __builtin_ctz(mask_); }

// Shuffles in their full form: `c_` packs the clamp and the mask of the segment. `within_` tells whether the
// source lane lay in the segment; where it did not, the own value is returned.
template <typename T_>
__device__ inline T_ ptx_from_(T_ a_, int source_, bool within_) {
  return warp32::shfl(a_, within_ ? source_ : (int)warp32::lane_id());
}
__device__ inline int ptx_last_(uint32_t c_) {
  const int segment_ = (int)(c_ >> 8 & 31);
  return ((int)warp32::lane_id() & segment_) | ((int)(c_ & 31) & ~segment_);
}
template <typename T_>
__device__ inline T_ ptx_shfl_up(uint32_t, T_ a_, uint32_t b_, uint32_t c_, bool& within_) {
  const int source_ = (int)warp32::lane_id() - (int)(b_ & 31);
  within_ = source_ >= ptx_last_(c_);
  return ptx_from_(a_, source_, within_);
}
template <typename T_>
__device__ inline T_ ptx_shfl_down(uint32_t, T_ a_, uint32_t b_, uint32_t c_, bool& within_) {
  const int source_ = (int)warp32::lane_id() + (int)(b_ & 31);
  within_ = source_ <= ptx_last_(c_);
  return ptx_from_(a_, source_, within_);
}
template <typename T_>
__device__ inline T_ ptx_shfl_bfly(uint32_t, T_ a_, uint32_t b_, uint32_t c_, bool& within_) {
  const int source_ = (int)warp32::lane_id() ^ (int)(b_ & 31);
  within_ = source_ <= ptx_last_(c_);
  return ptx_from_(a_, source_, within_);
}
template <typename T_>
__device__ inline T_ ptx_shfl_idx(uint32_t, T_ a_, uint32_t b_, uint32_t c_, bool& within_) {
  const int segment_ = (int)(c_ >> 8 & 31);
  const int source_ = ((int)warp32::lane_id() & segment_) | ((int)(b_ & 31) & ~segment_);
  within_ = source_ <= ptx_last_(c_);
  return ptx_from_(a_, source_, within_);
}
#define RETARGET_HIP_PTX_SHFL(mode)                                                       \
  template <typename T_>                                                                  \
  __device__ inline T_ ptx_shfl_##mode(uint32_t members_, T_ a_, uint32_t b_, uint32_t c_) { \
    bool within_;                                                                         \
    return ptx_shfl_##mode(members_, a_, b_, c_, within_);                                \
  }
RETARGET_HIP_PTX_SHFL(up)
RETARGET_HIP_PTX_SHFL(down)
RETARGET_HIP_PTX_SHFL(bfly)
RETARGET_HIP_PTX_SHFL(idx)
#undef RETARGET_HIP_PTX_SHFL

}  // namespace retarget_hip

#endif

#endif
#endif
