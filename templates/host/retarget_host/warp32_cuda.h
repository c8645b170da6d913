// The operations of a logical warp that the translation names, in CUDA's words: for originals that name them on the
// processor.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_WARP32_CUDA_H
#define RETARGET_HOST_WARP32_CUDA_H

#include <cuda_runtime.h>

#pragma push_macro("size")
#undef size

namespace warp32 {

constexpr int size = 32;
constexpr unsigned full_mask = 0xffffffffu;

RETARGET_HOST_INLINE unsigned lane_id() { return retarget_host::lane_id() & 31u; }
RETARGET_HOST_INLINE unsigned lanemask_eq() { return 1u << lane_id(); }
RETARGET_HOST_INLINE unsigned lanemask_lt() { return lanemask_eq() - 1u; }
RETARGET_HOST_INLINE unsigned lanemask_le() { return lanemask_lt() | lanemask_eq(); }
RETARGET_HOST_INLINE unsigned lanemask_gt() { return ~lanemask_le(); }
RETARGET_HOST_INLINE unsigned lanemask_ge() { return ~lanemask_lt(); }

RETARGET_HOST_INLINE unsigned activemask() { return __activemask(); }
RETARGET_HOST_INLINE void syncwarp(unsigned mask_ = full_mask) { __syncwarp(mask_); }
RETARGET_HOST_INLINE void in_step() { retarget_host::wave_sync(0); }
RETARGET_HOST_INLINE unsigned ballot_sync(unsigned mask_, int predicate_) { return __ballot_sync(mask_, predicate_); }
RETARGET_HOST_INLINE int any_sync(unsigned mask_, int predicate_) { return __any_sync(mask_, predicate_); }
RETARGET_HOST_INLINE int all_sync(unsigned mask_, int predicate_) { return __all_sync(mask_, predicate_); }
RETARGET_HOST_INLINE int uni_sync(unsigned mask_, int predicate_) {
  const unsigned votes_ = __ballot_sync(mask_, predicate_);
  return votes_ == 0 || __all_sync(mask_, predicate_);
}
#define RETARGET_SHUFFLED(name, Lane_)                                                              \
  template <typename T_>                                                                            \
  RETARGET_HOST_INLINE auto name(unsigned mask_, T_ value_, Lane_ lane_, int width_ = 32) {         \
    return __##name(mask_, value_, lane_, width_);                                                  \
  }
RETARGET_SHUFFLED(shfl_sync, int)
RETARGET_SHUFFLED(shfl_up_sync, unsigned)
RETARGET_SHUFFLED(shfl_down_sync, unsigned)
RETARGET_SHUFFLED(shfl_xor_sync, int)
#undef RETARGET_SHUFFLED
template <typename T_>
RETARGET_HOST_INLINE T_ shfl(T_ value_, int lane_, int width_ = 32) {
  return static_cast<T_>(__shfl(value_, lane_, width_));
}

#define RETARGET_OF_MASK(name)                                                \
  template <typename T_>                                                      \
  RETARGET_HOST_INLINE auto name(unsigned mask_, T_ value_) {                 \
    return __##name(mask_, value_);                                           \
  }
RETARGET_OF_MASK(match_any_sync)
RETARGET_OF_MASK(reduce_add_sync)
RETARGET_OF_MASK(reduce_min_sync)
RETARGET_OF_MASK(reduce_max_sync)
RETARGET_OF_MASK(reduce_and_sync)
RETARGET_OF_MASK(reduce_or_sync)
RETARGET_OF_MASK(reduce_xor_sync)
#undef RETARGET_OF_MASK
template <typename T_>
RETARGET_HOST_INLINE unsigned match_all_sync(unsigned mask_, T_ value_, int* predicate_) {
  return __match_all_sync(mask_, value_, predicate_);
}

}  // namespace warp32

#pragma pop_macro("size")

#endif
