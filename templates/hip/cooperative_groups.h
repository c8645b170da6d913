// Stands for CUDA's cooperative groups: blocks, grids, tiles and coalesced groups of a warp of 32 lanes.
// HIP's own groups follow the wave, so that sizes, ranks and ballots differ from CUDA's on waves of 64.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_COOPERATIVE_GROUPS_H
#define RETARGET_HIP_COOPERATIVE_GROUPS_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#include <cstddef>

#include "warp32.h"

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

extern "C" __device__ __attribute__((convergent)) void __ockl_grid_sync(void);
extern "C" __device__ __attribute__((const)) int __ockl_grid_is_valid(void);

namespace retarget_hip {
namespace cooperative_groups {

struct thread_block {
  __device__ static void sync() { __syncthreads(); }
  __device__ static unsigned thread_rank() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  __device__ static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ static unsigned num_threads() { return size(); }
  __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  __device__ static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  __device__ static dim3 dim_threads() { return group_dim(); }
};
__device__ inline thread_block this_thread_block() { return {}; }

struct grid_group {
  __device__ static void sync() { __ockl_grid_sync(); }
  __device__ static bool is_valid() { return __ockl_grid_is_valid(); }
  __device__ static dim3 group_dim() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  __device__ static dim3 dim_blocks() { return group_dim(); }
  __device__ static dim3 block_index() { return thread_block::group_index(); }
  __device__ static unsigned long long num_blocks() {
    return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z;
  }
  __device__ static unsigned long long block_rank() {
    return blockIdx.x + static_cast<unsigned long long>(gridDim.x) * (blockIdx.y + gridDim.y * blockIdx.z);
  }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  __device__ static unsigned long long size() { return num_blocks() * thread_block::size(); }
  __device__ static unsigned long long num_threads() { return size(); }
};
__device__ inline grid_group this_grid() { return {}; }

// Some lanes of the own logical warp, ranked in the order of lanes.
class coalesced_group {
 public:
  __device__ explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
      : mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}
  __device__ unsigned mask() const { return mask_; }
  __device__ unsigned size() const { return static_cast<unsigned>(__builtin_popcount(mask_)); }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const {
    return static_cast<unsigned>(__builtin_popcount(mask_ & warp32::lanemask_lt()));
  }
  __device__ unsigned meta_group_rank() const { return meta_rank_; }
  __device__ unsigned meta_group_size() const { return meta_size_; }
  __device__ void sync() const { warp32::syncwarp(mask_); }

  template <typename T>
  __device__ T shfl(const T& value, unsigned rank) const {
    return from(value, rank % size());
  }
  template <typename T>
  __device__ T shfl_up(const T& value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return from(value, delta <= rank ? rank - delta : rank);
  }
  template <typename T>
  __device__ T shfl_down(const T& value, unsigned delta) const {
    const unsigned rank = thread_rank();
    return from(value, rank + delta < size() ? rank + delta : rank);
  }

  __device__ int any(int predicate) const { return warp32::any_sync(mask_, predicate); }
  __device__ int all(int predicate) const { return warp32::all_sync(mask_, predicate); }
  __device__ unsigned ballot(int predicate) const { return packed(warp32::ballot_sync(mask_, predicate)); }
  template <typename T>
  __device__ unsigned match_any(T value) const {
    return packed(warp32::match_any_sync(mask_, value));
  }
  template <typename T>
  __device__ unsigned match_all(T value, int& predicate) const {
    return packed(warp32::match_all_sync(mask_, value, &predicate));
  }

  // The members whose ranks lie in the same run of `tile` ranks as the own one.
  __device__ coalesced_group tile_of(unsigned tile) const {
    const unsigned first = thread_rank() / tile * tile;
    unsigned lanes = 0;
    for (unsigned rank = first; rank < first + tile && rank < size(); ++rank) lanes |= 1u << lane_of(rank);
    return coalesced_group(lanes, first / tile, (size() + tile - 1) / tile);
  }

 private:
  template <typename T>
  __device__ T from(const T& value, unsigned rank) const {
    warp32::detail::members(mask_);
    return warp32::detail::exchange(value, lane_of(rank));
  }
  __device__ unsigned lane_of(unsigned rank) const {
    unsigned rest = mask_;
    for (; rank > 0; --rank) rest &= rest - 1;
    return static_cast<unsigned>(__builtin_ctz(rest));
  }
  __device__ unsigned packed(unsigned lanes) const {
    unsigned bits = 0, rank = 0;
    for (unsigned rest = mask_; rest != 0; rest &= rest - 1, ++rank)
      bits |= ((lanes >> __builtin_ctz(rest)) & 1u) << rank;
    return bits;
  }
  unsigned mask_, meta_rank_, meta_size_;
};
__device__ __forceinline__ coalesced_group coalesced_threads() { return coalesced_group(warp32::activemask()); }

// `Size` neighbouring lanes, and which of how many such tiles of the parent they are.
template <unsigned Size, typename Parent = void>
struct thread_block_tile {
  static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0, "a tile is a power of two up to a warp");

  __device__ explicit thread_block_tile(unsigned meta_rank = 0, unsigned meta_size = 1)
      : meta_rank_(meta_rank), meta_size_(meta_size) {}
  template <typename Other>
  __device__ thread_block_tile(const thread_block_tile<Size, Other>& other)
      : thread_block_tile(other.meta_group_rank(), other.meta_group_size()) {}

  __device__ static constexpr unsigned size() { return Size; }
  __device__ static constexpr unsigned num_threads() { return Size; }
  __device__ static unsigned thread_rank() { return warp32::lane_id() & (Size - 1); }
  __device__ unsigned meta_group_rank() const { return meta_rank_; }
  __device__ unsigned meta_group_size() const { return meta_size_; }
  __device__ static unsigned mask() { return (warp32::full_mask >> (32 - Size)) << first(); }
  __device__ static void sync() { warp32::syncwarp(mask()); }

  template <typename T>
  __device__ T shfl(const T& value, int rank) const {
    warp32::detail::members(mask());
    return warp32::detail::from_lane(value, rank, Size);
  }
  template <typename T>
  __device__ T shfl_up(const T& value, unsigned delta) const {
    warp32::detail::members(mask());
    return warp32::detail::from_below(value, delta, Size);
  }
  template <typename T>
  __device__ T shfl_down(const T& value, unsigned delta) const {
    warp32::detail::members(mask());
    return warp32::detail::from_above(value, delta, Size);
  }
  template <typename T>
  __device__ T shfl_xor(const T& value, unsigned lane_mask) const {
    warp32::detail::members(mask());
    return warp32::detail::from_partner(value, static_cast<int>(lane_mask), Size);
  }
  __device__ int any(int predicate) const { return warp32::any_sync(mask(), predicate); }
  __device__ int all(int predicate) const { return warp32::all_sync(mask(), predicate); }
  __device__ unsigned ballot(int predicate) const { return warp32::ballot_sync(mask(), predicate) >> first(); }
  template <typename T>
  __device__ unsigned match_any(T value) const {
    return warp32::match_any_sync(mask(), value) >> first();
  }
  template <typename T>
  __device__ unsigned match_all(T value, int& predicate) const {
    return warp32::match_all_sync(mask(), value, &predicate) >> first();
  }

 private:
  __device__ static unsigned first() { return warp32::lane_id() & ~(Size - 1); }
  unsigned meta_rank_, meta_size_;
};

// A group whose kind is known at run time: a block, or lanes of a warp.
class thread_group {
 public:
  __device__ thread_group(const thread_block&) : lanes_(0), is_block_(true) {}
  __device__ thread_group(const coalesced_group& group) : lanes_(group), is_block_(false) {}
  template <unsigned Size, typename Parent>
  __device__ thread_group(const thread_block_tile<Size, Parent>& tile)
      : lanes_(tile.mask()), is_block_(false) {}

  __device__ void sync() const { is_block_ ? thread_block::sync() : lanes_.sync(); }
  __device__ unsigned size() const { return is_block_ ? thread_block::size() : lanes_.size(); }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const {
    return is_block_ ? thread_block::thread_rank() : lanes_.thread_rank();
  }
  __device__ coalesced_group tile_of(unsigned tile) const {
    if (!is_block_) return lanes_.tile_of(tile);
    const unsigned first = warp32::lane_id() & ~(tile - 1);
    return coalesced_group((warp32::full_mask >> (32 - tile)) << first, thread_rank() / tile,
                           (size() + tile - 1) / tile);
  }

 private:
  coalesced_group lanes_;
  bool is_block_;
};

template <unsigned Size, typename Parent>
__device__ inline thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  const auto rank = static_cast<unsigned>(parent.thread_rank()), threads = static_cast<unsigned>(parent.size());
  return thread_block_tile<Size, Parent>(rank / Size, (threads + Size - 1) / Size);
}
__device__ inline thread_group tiled_partition(const thread_group& parent, unsigned tile) {
  return parent.tile_of(tile);
}
__device__ inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned tile) {
  return parent.tile_of(tile);
}
template <typename Group, typename Label>
__device__ inline coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned same = warp32::match_any_sync(group.mask(), label);
  const unsigned first = same & (0u - same);  // the lane that stands for its group
  const unsigned leaders = warp32::ballot_sync(group.mask(), first == 1u << warp32::lane_id());
  return coalesced_group(same, static_cast<unsigned>(__builtin_popcount(leaders & (first - 1))),
                         static_cast<unsigned>(__builtin_popcount(leaders)));
}
template <typename Group>
__device__ inline coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned holds = warp32::ballot_sync(group.mask(), predicate);
  if (holds == 0 || holds == group.mask()) return coalesced_group(group.mask());
  return coalesced_group(predicate ? holds : group.mask() & ~holds, predicate ? 1 : 0, 2);
}

template <typename Group>
__device__ inline void sync(const Group& group) {
  group.sync();
}
template <typename Group>
__device__ inline auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <typename Group>
__device__ inline auto group_size(const Group& group) {
  return group.size();
}

template <typename T = void>
struct plus {
  __device__ T operator()(T a, T b) const { return a + b; }
};
template <typename T = void>
struct less {
  __device__ T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T = void>
struct greater {
  __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T = void>
struct bit_and {
  __device__ T operator()(T a, T b) const { return a & b; }
};
template <typename T = void>
struct bit_or {
  __device__ T operator()(T a, T b) const { return a | b; }
};
template <typename T = void>
struct bit_xor {
  __device__ T operator()(T a, T b) const { return a ^ b; }
};

template <unsigned Size, typename Parent, typename T, typename Operation>
__device__ inline T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation operation) {
  for (unsigned step = Size / 2; step > 0; step /= 2) value = operation(value, tile.shfl_xor(value, step));
  return value;
}
template <typename T, typename Operation>
__device__ inline T reduce(const coalesced_group& group, T value, Operation operation) {
  T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.size(); ++rank) result = operation(result, group.shfl(value, rank));
  return result;
}

template <typename Group, typename T, typename Operation>
__device__ inline T inclusive_scan(const Group& group, T value, Operation operation) {
  for (unsigned step = 1; step < group.size(); step *= 2) {
    const T below = group.shfl_up(value, step);
    if (group.thread_rank() >= step) value = operation(below, value);
  }
  return value;
}
template <typename Group, typename T>
__device__ inline T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <typename Group, typename T, typename Operation>
__device__ inline T exclusive_scan(const Group& group, T value, Operation operation) {
  const T below = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0 ? T() : below;
}
template <typename Group, typename T>
__device__ inline T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

template <typename Group, typename Function, typename... Arguments>
__device__ inline void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) function(static_cast<Arguments&&>(arguments)...);
}

// Asynchronous copies are done at once; wait() then is the group's barrier.
template <typename Group, typename T>
__device__ inline void memcpy_async(const Group& group, T* to, const T* from, size_t bytes) {
  for (size_t i = group.thread_rank(); i < bytes / sizeof(T); i += group.size()) to[i] = from[i];
}
template <typename Group>
__device__ inline void wait(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
}  // namespace retarget_hip

#endif

#endif
#endif
