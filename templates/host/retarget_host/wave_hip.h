// HIP's operations of a wave, and those of clang's that HIP code uses. They have no masks: the lanes that come together
// take part. Where the code knows a mask, warp_votes.h gathers its lanes ahead of the operation.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_WAVE_HIP_H
#define RETARGET_HOST_WAVE_HIP_H

#include "lanes.h"

extern const int warpSize;  // set before main() runs

namespace retarget_host {

inline unsigned from_up(unsigned lane, unsigned delta, unsigned width) {
  return (lane & (width - 1)) >= delta ? lane - delta : lane;
}
inline unsigned from_down(unsigned lane, unsigned delta, unsigned width) {
  return (lane & (width - 1)) + delta < width ? lane + delta : lane;
}
inline unsigned from_xor(unsigned lane, unsigned mask, unsigned width) {
  const unsigned other = lane ^ mask;
  return other >= ((lane + width) & ~(width - 1)) ? lane : other;
}
inline unsigned from_index(unsigned lane, unsigned index, unsigned width) {
  return (lane & ~(width - 1)) | (index & (width - 1));
}

}  // namespace retarget_host

template <typename T>
RETARGET_HOST_INLINE T __shfl(T value, int source, int width = warpSize) {
  return retarget_host::exchanged(value, retarget_host::from_index(retarget_host::lane_id(), source, width), 0);
}
template <typename T>
RETARGET_HOST_INLINE T __shfl_up(T value, unsigned delta, int width = warpSize) {
  return retarget_host::exchanged(value, retarget_host::from_up(retarget_host::lane_id(), delta, width), 0);
}
template <typename T>
RETARGET_HOST_INLINE T __shfl_down(T value, unsigned delta, int width = warpSize) {
  return retarget_host::exchanged(value, retarget_host::from_down(retarget_host::lane_id(), delta, width), 0);
}
template <typename T>
RETARGET_HOST_INLINE T __shfl_xor(T value, int mask, int width = warpSize) {
  return retarget_host::exchanged(value, retarget_host::from_xor(retarget_host::lane_id(), mask, width), 0);
}

RETARGET_HOST_INLINE unsigned long long __ballot(int predicate) { return retarget_host::wave_ballot(predicate != 0, 0); }
RETARGET_HOST_INLINE unsigned long long __ballot64(int predicate) { return retarget_host::wave_ballot(predicate != 0, 0); }
RETARGET_HOST_INLINE int __any(int predicate) { return __ballot(predicate) != 0; }
RETARGET_HOST_INLINE int __all(int predicate) { return __ballot(!predicate) == 0; }
RETARGET_HOST_INLINE unsigned long long __activemask() { return __ballot(1); }
RETARGET_HOST_INLINE unsigned __lane_id() { return retarget_host::lane_id(); }

// What clang offers on the device itself.
RETARGET_HOST_INLINE unsigned __builtin_amdgcn_mbcnt_lo(unsigned mask, unsigned base) {
  const unsigned lane = retarget_host::lane_id();
  return base + __builtin_popcount(lane >= 32 ? mask : mask & ((1u << lane) - 1));
}
RETARGET_HOST_INLINE unsigned __builtin_amdgcn_mbcnt_hi(unsigned mask, unsigned base) {
  const unsigned lane = retarget_host::lane_id();
  return base + (lane <= 32 ? 0 : __builtin_popcount(mask & ((1u << (lane - 32)) - 1)));
}
RETARGET_HOST_INLINE int __builtin_amdgcn_ds_bpermute(int address, int value) {
  const unsigned source = (static_cast<unsigned>(address) >> 2) & (retarget_host::wave_size() - 1);
  return static_cast<int>(retarget_host::wave_exchange(static_cast<unsigned>(value), source, 0, 0));
}
RETARGET_HOST_INLINE void __builtin_amdgcn_wave_barrier() { retarget_host::wave_sync(0); }
RETARGET_HOST_INLINE void __builtin_amdgcn_s_barrier(RETARGET_CALLER) { retarget_host::barrier({file, line}); }
RETARGET_HOST_INLINE void __builtin_amdgcn_s_sleep(int) { retarget_host::pause(); }
RETARGET_HOST_INLINE unsigned __builtin_amdgcn_wavefrontsize() { return retarget_host::wave_size(); }
#define __builtin_amdgcn_fence(order, scope) __atomic_thread_fence(order)

extern "C" inline void __ockl_grid_sync(void) { retarget_host::grid_barrier({"", 0}); }
extern "C" inline int __ockl_grid_is_valid(void) { return retarget_host::grid_is_cooperative(); }
extern "C" void __ockl_multi_grid_sync(void);  // and those below: not defined, as there is one device
extern "C" int __ockl_multi_grid_is_valid(void);
extern "C" unsigned __ockl_multi_grid_num_grids(void);
extern "C" unsigned __ockl_multi_grid_grid_rank(void);
extern "C" unsigned __ockl_multi_grid_size(void);
extern "C" unsigned __ockl_multi_grid_thread_rank(void);

#endif
