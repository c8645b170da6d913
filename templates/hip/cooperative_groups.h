// Stands for CUDA's cooperative groups: blocks, grids, tiles and coalesced groups of a warp of 32 lanes.
// HIP's own groups follow the wave, so that sizes, ranks and ballots differ from CUDA's on waves of 64.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_COOPERATIVE_GROUPS_H
#define RETARGET_HIP_COOPERATIVE_GROUPS_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#include <cstddef>

#include "warp_matches.h"

#pragma push_macro("greater")
#undef greater
#pragma push_macro("less")
#undef less
#pragma push_macro("all")
#undef all
#pragma push_macro("any")
#undef any
#pragma push_macro("ballot")
#undef ballot
#pragma push_macro("first")
#undef first
#pragma push_macro("from")
#undef from
#pragma push_macro("mask")
#undef mask
#pragma push_macro("size")
#undef size
#pragma push_macro("sync")
#undef sync
#pragma push_macro("wait")
#undef wait
#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

extern "C" __device__ __attribute__((convergent)) void __ockl_grid_sync(void);
extern "C" __device__ __attribute__((const)) int __ockl_grid_is_valid(void);
extern "C" __device__ __attribute__((convergent)) void __ockl_multi_grid_sync(void);
extern "C" __device__ __attribute__((const)) int __ockl_multi_grid_is_valid(void);
extern "C" __device__ __attribute__((const)) unsigned __ockl_multi_grid_num_grids(void);
extern "C" __device__ __attribute__((const)) unsigned __ockl_multi_grid_grid_rank(void);
extern "C" __device__ __attribute__((const)) unsigned __ockl_multi_grid_size(void);
extern "C" __device__ __attribute__((const)) unsigned __ockl_multi_grid_thread_rank(void);

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

// The grids of one launch on several devices. AMD's library counts their threads in 32 bits.
struct multi_grid_group {
  __device__ static void sync() { __ockl_multi_grid_sync(); }
  __device__ static bool is_valid() { return __ockl_multi_grid_is_valid(); }
  __device__ static unsigned num_grids() { return __ockl_multi_grid_num_grids(); }
  __device__ static unsigned grid_rank() { return __ockl_multi_grid_grid_rank(); }
  __device__ static unsigned long long size() { return __ockl_multi_grid_size(); }
  __device__ static unsigned long long num_threads() { return size(); }
  __device__ static unsigned long long thread_rank() { return __ockl_multi_grid_thread_rank(); }
};
__device__ inline multi_grid_group this_multi_grid() { return {}; }

// Some lanes of the own logical warp, ranked in the order of lanes.
class coalesced_group {
 public:
  __device__ explicit coalesced_group(unsigned mask, unsigned meta_rank_ = 0, unsigned meta_size_ = 1)
      : mask_(mask), meta_rank_(meta_rank_), meta_size_(meta_size_) {}
  __device__ unsigned mask() const { return mask_; }
  __device__ unsigned size() const { return static_cast<unsigned>(__builtin_popcount(mask_)); }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const {
    return static_cast<unsigned>(__builtin_popcount(mask_ & warp32::lanemask_lt()));
  }
  __device__ unsigned meta_group_rank() const { return meta_rank_; }
  __device__ unsigned meta_group_size() const { return meta_size_; }
  __device__ void sync() const { warp32::syncwarp(mask_); }

  template <typename T_>
  __device__ T_ shfl(const T_& value_, unsigned rank_) const {
    return from(value_, rank_ % size());
  }
  template <typename T_>
  __device__ T_ shfl_up(const T_& value_, unsigned delta_) const {
    const unsigned rank_ = thread_rank();
    return from(value_, delta_ <= rank_ ? rank_ - delta_ : rank_);
  }
  template <typename T_>
  __device__ T_ shfl_down(const T_& value_, unsigned delta_) const {
    const unsigned rank_ = thread_rank();
    return from(value_, rank_ + delta_ < size() ? rank_ + delta_ : rank_);
  }

  __device__ int any(int predicate_) const { return warp32::any_sync(mask_, predicate_); }
  __device__ int all(int predicate_) const { return warp32::all_sync(mask_, predicate_); }
  __device__ unsigned ballot(int predicate_) const { return packed(warp32::ballot_sync(mask_, predicate_)); }
  template <typename T_>
  __device__ unsigned match_any(T_ value_) const {
    return packed(warp32::match_any_sync(mask_, value_));
  }
  template <typename T_>
  __device__ unsigned match_all(T_ value_, int& predicate_) const {
    return packed(warp32::match_all_sync(mask_, value_, &predicate_));
  }

  // The members whose ranks lie in the same run of `tile_` ranks as the own one.
  __device__ coalesced_group tile_of(unsigned tile_) const {
    const unsigned first = thread_rank() / tile_ * tile_;
    unsigned lanes_ = 0;
    for (unsigned rank_ = first; rank_ < first + tile_ && rank_ < size(); ++rank_) lanes_ |= 1u << lane_of(rank_);
    return coalesced_group(lanes_, first / tile_, (size() + tile_ - 1) / tile_);
  }

 private:
  template <typename T_>
  __device__ T_ from(const T_& value_, unsigned rank_) const {
    warp32::detail_::members(mask_);
    return warp32::detail_::exchange(value_, lane_of(rank_));
  }
  __device__ unsigned lane_of(unsigned rank_) const {
    unsigned rest_ = mask_;
    for (; rank_ > 0; --rank_) rest_ &= rest_ - 1;
    return static_cast<unsigned>(__builtin_ctz(rest_));
  }
  __device__ unsigned packed(unsigned lanes_) const {
    unsigned bits_ = 0, rank_ = 0;
    for (unsigned rest_ = mask_; rest_ != 0; rest_ &= rest_ - 1, ++rank_)
      bits_ |= ((lanes_ >> __builtin_ctz(rest_)) & 1u) << rank_;
    return bits_;
  }
  unsigned mask_, meta_rank_, meta_size_;
};
__device__ __forceinline__ coalesced_group coalesced_threads() { return coalesced_group(warp32::activemask()); }

// `Size_` neighbouring lanes, and which of how many such tiles of the parent they are.
template <unsigned Size_, typename Parent_ = void>
struct thread_block_tile {
  static_assert(Size_ >= 1 && Size_ <= 32 && (Size_ & (Size_ - 1)) == 0, "a tile is a power of two up to a warp");

  __device__ explicit thread_block_tile(unsigned meta_rank_ = 0, unsigned meta_size_ = 1)
      : meta_rank_(meta_rank_), meta_size_(meta_size_) {}
  template <typename Other_>
  __device__ thread_block_tile(const thread_block_tile<Size_, Other_>& other_)
      : thread_block_tile(other_.meta_group_rank(), other_.meta_group_size()) {}

  __device__ static constexpr unsigned size() { return Size_; }
  __device__ static constexpr unsigned num_threads() { return Size_; }
  __device__ static unsigned thread_rank() { return warp32::lane_id() & (Size_ - 1); }
  __device__ unsigned meta_group_rank() const { return meta_rank_; }
  __device__ unsigned meta_group_size() const { return meta_size_; }
  __device__ static unsigned mask() { return (warp32::full_mask >> (32 - Size_)) << first(); }
  __device__ static void sync() { warp32::syncwarp(mask()); }

  template <typename T_>
  __device__ T_ shfl(const T_& value_, int rank_) const {
    warp32::detail_::members(mask());
    return warp32::detail_::from_lane(value_, rank_, Size_);
  }
  template <typename T_>
  __device__ T_ shfl_up(const T_& value_, unsigned delta_) const {
    warp32::detail_::members(mask());
    return warp32::detail_::from_below(value_, delta_, Size_);
  }
  template <typename T_>
  __device__ T_ shfl_down(const T_& value_, unsigned delta_) const {
    warp32::detail_::members(mask());
    return warp32::detail_::from_above(value_, delta_, Size_);
  }
  template <typename T_>
  __device__ T_ shfl_xor(const T_& value_, unsigned lane_mask_) const {
    warp32::detail_::members(mask());
    return warp32::detail_::from_partner(value_, static_cast<int>(lane_mask_), Size_);
  }
  __device__ int any(int predicate_) const { return warp32::any_sync(mask(), predicate_); }
  __device__ int all(int predicate_) const { return warp32::all_sync(mask(), predicate_); }
  __device__ unsigned ballot(int predicate_) const { return warp32::ballot_sync(mask(), predicate_) >> first(); }
  template <typename T_>
  __device__ unsigned match_any(T_ value_) const {
    return warp32::match_any_sync(mask(), value_) >> first();
  }
  template <typename T_>
  __device__ unsigned match_all(T_ value_, int& predicate_) const {
    return warp32::match_all_sync(mask(), value_, &predicate_) >> first();
  }

 private:
  __device__ static unsigned first() { return warp32::lane_id() & ~(Size_ - 1); }
  unsigned meta_rank_, meta_size_;
};

// A group whose kind is known at run time: a block, or lanes of a warp.
class thread_group {
 public:
  __device__ thread_group(const thread_block&) : lanes_(0), is_block_(true) {}
  __device__ thread_group(const coalesced_group& group_) : lanes_(group_), is_block_(false) {}
  template <unsigned Size_, typename Parent_>
  __device__ thread_group(const thread_block_tile<Size_, Parent_>& tile_)
      : lanes_(tile_.mask()), is_block_(false) {}

  __device__ void sync() const { is_block_ ? thread_block::sync() : lanes_.sync(); }
  __device__ unsigned size() const { return is_block_ ? thread_block::size() : lanes_.size(); }
  __device__ unsigned num_threads() const { return size(); }
  __device__ unsigned thread_rank() const {
    return is_block_ ? thread_block::thread_rank() : lanes_.thread_rank();
  }
  __device__ coalesced_group tile_of(unsigned tile_) const {
    if (!is_block_) return lanes_.tile_of(tile_);
    const unsigned first = warp32::lane_id() & ~(tile_ - 1);
    return coalesced_group((warp32::full_mask >> (32 - tile_)) << first, thread_rank() / tile_,
                           (size() + tile_ - 1) / tile_);
  }

 private:
  coalesced_group lanes_;
  bool is_block_;
};

__device__ inline thread_group this_thread() { return thread_block_tile<1>(); }

template <unsigned Size_, typename Parent_>
__device__ inline thread_block_tile<Size_, Parent_> tiled_partition(const Parent_& parent_) {
  const auto rank_ = static_cast<unsigned>(parent_.thread_rank()), threads_ = static_cast<unsigned>(parent_.size());
  return thread_block_tile<Size_, Parent_>(rank_ / Size_, (threads_ + Size_ - 1) / Size_);
}
__device__ inline thread_group tiled_partition(const thread_group& parent_, unsigned tile_) {
  return parent_.tile_of(tile_);
}
__device__ inline coalesced_group tiled_partition(const coalesced_group& parent_, unsigned tile_) {
  return parent_.tile_of(tile_);
}
template <typename Group_, typename Label_>
__device__ inline coalesced_group labeled_partition(const Group_& group_, Label_ label_) {
  const unsigned same_ = warp32::match_any_sync(group_.mask(), label_);
  const unsigned first = same_ & (0u - same_);  // the lane that stands for its group
  const unsigned leaders_ = warp32::ballot_sync(group_.mask(), first == 1u << warp32::lane_id());
  return coalesced_group(same_, static_cast<unsigned>(__builtin_popcount(leaders_ & (first - 1))),
                         static_cast<unsigned>(__builtin_popcount(leaders_)));
}
template <typename Group_>
__device__ inline coalesced_group binary_partition(const Group_& group_, bool predicate_) {
  const unsigned holds_ = warp32::ballot_sync(group_.mask(), predicate_);
  if (holds_ == 0 || holds_ == group_.mask()) return coalesced_group(group_.mask());
  return coalesced_group(predicate_ ? holds_ : group_.mask() & ~holds_, predicate_ ? 1 : 0, 2);
}

template <typename Group_>
__device__ inline void sync(const Group_& group_) {
  group_.sync();
}
template <typename Group_>
__device__ inline auto thread_rank(const Group_& group_) -> decltype(group_.thread_rank()) {
  return group_.thread_rank();
}
template <typename Group_>
__device__ inline auto group_size(const Group_& group_) -> decltype(group_.size()) {
  return group_.size();
}

template <typename T_ = void>
struct plus {
  __device__ T_ operator()(T_ a_, T_ b_) const { return a_ + b_; }
};
template <typename T_ = void>
struct less {
  __device__ T_ operator()(T_ a_, T_ b_) const { return b_ < a_ ? b_ : a_; }
};
template <typename T_ = void>
struct greater {
  __device__ T_ operator()(T_ a_, T_ b_) const { return a_ < b_ ? b_ : a_; }
};
template <typename T_ = void>
struct bit_and {
  __device__ T_ operator()(T_ a_, T_ b_) const { return a_ & b_; }
};
template <typename T_ = void>
struct bit_or {
  __device__ T_ operator()(T_ a_, T_ b_) const { return a_ | b_; }
};
template <typename T_ = void>
struct bit_xor {
  __device__ T_ operator()(T_ a_, T_ b_) const { return a_ ^ b_; }
};

template <unsigned Size_, typename Parent_, typename T_, typename Operation_>
__device__ inline T_ reduce(const thread_block_tile<Size_, Parent_>& tile_, T_ value_, Operation_ operation_) {
  for (unsigned step_ = Size_ / 2; step_ > 0; step_ /= 2) value_ = operation_(value_, tile_.shfl_xor(value_, step_));
  return value_;
}
template <typename T_, typename Operation_>
__device__ inline T_ reduce(const coalesced_group& group_, T_ value_, Operation_ operation_) {
  T_ result_ = group_.shfl(value_, 0);
  for (unsigned rank_ = 1; rank_ < group_.size(); ++rank_) result_ = operation_(result_, group_.shfl(value_, rank_));
  return result_;
}

template <typename Group_, typename T_, typename Operation_>
__device__ inline T_ inclusive_scan(const Group_& group_, T_ value_, Operation_ operation_) {
  for (unsigned step_ = 1; step_ < group_.size(); step_ *= 2) {
    const T_ below_ = group_.shfl_up(value_, step_);
    if (group_.thread_rank() >= step_) value_ = operation_(below_, value_);
  }
  return value_;
}
template <typename Group_, typename T_>
__device__ inline T_ inclusive_scan(const Group_& group_, T_ value_) {
  return inclusive_scan(group_, value_, plus<T_>());
}
template <typename Group_, typename T_, typename Operation_>
__device__ inline T_ exclusive_scan(const Group_& group_, T_ value_, Operation_ operation_) {
  const T_ below_ = group_.shfl_up(inclusive_scan(group_, value_, operation_), 1);
  return group_.thread_rank() == 0 ? T_() : below_;
}
template <typename Group_, typename T_>
__device__ inline T_ exclusive_scan(const Group_& group_, T_ value_) {
  return exclusive_scan(group_, value_, plus<T_>());
}

template <typename Group_, typename Function_, typename... Arguments_>
__device__ inline void invoke_one(const Group_& group_, Function_&& function_, Arguments_&&... arguments_) {
  if (group_.thread_rank() == 0) function_(static_cast<Arguments_&&>(arguments_)...);
}

// Asynchronous copies are done at once; wait() then is the group's barrier. Numbers of bytes may end within an item.
template <typename Group_, typename T_, typename Bytes_>
__device__ inline void memcpy_async(const Group_& group_, T_* to_, const T_* from, const Bytes_& bytes_) {
  const size_t whole_ = size_t(bytes_) / sizeof(T_);
  for (size_t i_ = group_.thread_rank(); i_ < whole_; i_ += group_.size()) to_[i_] = from[i_];
  for (size_t i_ = whole_ * sizeof(T_) + group_.thread_rank(); i_ < size_t(bytes_); i_ += group_.size())
    reinterpret_cast<char*>(to_)[i_] = reinterpret_cast<const char*>(from)[i_];
}
// Numbers of items at either end: the smaller one is copied.
template <typename Group_, typename T_, typename To_, typename From_>
__device__ inline void memcpy_async(const Group_& group_, T_* to_, const To_& room_, const T_* from,
                                    const From_& items_) {
  const size_t both_ = size_t(room_) < size_t(items_) ? size_t(room_) : size_t(items_);
  memcpy_async(group_, to_, from, both_ * sizeof(T_));
}
template <typename Group_>
__device__ inline void wait(const Group_& group_) {
  group_.sync();
}
template <unsigned, typename Group_>
__device__ inline void wait_prior(const Group_& group_) {
  group_.sync();
}

}  // namespace cooperative_groups
}  // namespace retarget_hip

#endif

#pragma pop_macro("greater")
#pragma pop_macro("less")
#pragma pop_macro("all")
#pragma pop_macro("any")
#pragma pop_macro("ballot")
#pragma pop_macro("first")
#pragma pop_macro("from")
#pragma pop_macro("mask")
#pragma pop_macro("size")
#pragma pop_macro("sync")
#pragma pop_macro("wait")
#pragma pop_macro("x")
#pragma pop_macro("y")
#pragma pop_macro("z")

#endif
#endif
