// Cooperative groups on the processor: blocks, grids, and lanes of a warp with the mask of those that take part.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_COOPERATIVE_GROUPS_H
#define RETARGET_HOST_COOPERATIVE_GROUPS_H

#include <string.h>

#include <type_traits>
#include <utility>

namespace cooperative_groups {
namespace details {

constexpr unsigned warp_size = 32;
inline unsigned lane() { return ::retarget_host::lane_id() % warp_size; }
inline unsigned lanes_of(std::uint64_t wave) { return static_cast<unsigned>(wave); }

template <typename T>
inline T moved(const T& value, unsigned source, unsigned mask) {
  static_assert(std::is_trivially_copyable<T>::value, "only plain values travel between lanes");
  std::uint64_t words[(sizeof(T) + 7) / 8] = {};
  memcpy(words, &value, sizeof(T));
  for (std::uint64_t& word : words) word = ::retarget_host::wave_exchange(word, source, mask, word);
  T result = value;
  memcpy(&result, words, sizeof(T));
  return result;
}

// The members of `mask` whose value is the own.
template <typename T>
inline unsigned matching(const T& value, unsigned mask) {
  unsigned same = 0;
  for (unsigned source = 0; source < warp_size; ++source) {
    if (!(mask >> source & 1)) continue;
    const T other = moved(value, source, mask);
    if (memcmp(&other, &value, sizeof(T)) == 0) same |= 1u << source;
  }
  return same;
}

}  // namespace details

class thread_block {
 public:
  static void sync(RETARGET_CALLER) { ::retarget_host::barrier({file, line}); }
  static unsigned thread_rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
  static unsigned num_threads() { return blockDim.x * blockDim.y * blockDim.z; }
  static unsigned size() { return num_threads(); }
  static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  static dim3 group_dim() { return dim_threads(); }
};
inline thread_block this_thread_block() { return {}; }

class grid_group {
 public:
  static bool is_valid() { return ::retarget_host::grid_is_cooperative(); }
  static void sync(RETARGET_CALLER) { ::retarget_host::grid_barrier({file, line}); }
  static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  static dim3 group_dim() { return dim_blocks(); }
  static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  static unsigned long long num_blocks() { return static_cast<unsigned long long>(gridDim.x) * gridDim.y * gridDim.z; }
  static unsigned long long block_rank() {
    return blockIdx.x + gridDim.x * (blockIdx.y + static_cast<unsigned long long>(gridDim.y) * blockIdx.z);
  }
  static unsigned long long thread_rank() { return block_rank() * thread_block::num_threads() + thread_block::thread_rank(); }
  static unsigned long long num_threads() { return num_blocks() * thread_block::num_threads(); }
  static unsigned long long size() { return num_threads(); }
};
inline grid_group this_grid() { return {}; }

// Lanes of the own warp, ranked in their order.
class coalesced_group {
 public:
  explicit coalesced_group(unsigned mask, unsigned meta_rank = 0, unsigned meta_size = 1)
      : mask_(mask), meta_rank_(meta_rank), meta_size_(meta_size) {}
  unsigned num_threads() const { return __builtin_popcount(mask_); }
  unsigned size() const { return num_threads(); }
  unsigned thread_rank() const { return __builtin_popcount(mask_ & ((1u << details::lane()) - 1)); }
  unsigned meta_group_rank() const { return meta_rank_; }
  unsigned meta_group_size() const { return meta_size_; }
  unsigned lanes() const { return mask_; }
  void sync() const { ::retarget_host::wave_sync(mask_); }

  template <typename T>
  T shfl(const T& value, unsigned rank) const {
    return details::moved(value, lane_of(rank % num_threads()), mask_);
  }
  template <typename T>
  T shfl_up(const T& value, int delta) const {
    return from(value, static_cast<int>(thread_rank()) - delta);
  }
  template <typename T>
  T shfl_down(const T& value, int delta) const {
    return from(value, static_cast<int>(thread_rank()) + delta);
  }
  int any(int predicate) const { return votes(predicate) != 0; }
  int all(int predicate) const { return votes(predicate) == mask_; }
  unsigned ballot(int predicate) const { return packed(votes(predicate)); }
  template <typename T>
  unsigned match_any(T value) const {
    return packed(details::matching(value, mask_));
  }
  template <typename T>
  unsigned match_all(T value, int& predicate) const {
    predicate = details::matching(value, mask_) == mask_;
    return predicate ? packed(mask_) : 0;
  }

  // The members whose ranks lie in the same run of `count` ranks as the own one.
  coalesced_group tile(unsigned count) const {
    const unsigned first = thread_rank() / count * count;
    unsigned lanes = 0;
    for (unsigned rank = first; rank < first + count && rank < num_threads(); ++rank) lanes |= 1u << lane_of(rank);
    return coalesced_group(lanes, first / count, (num_threads() + count - 1) / count);
  }
  unsigned votes(int predicate) const { return details::lanes_of(::retarget_host::wave_ballot(predicate != 0, mask_)); }

 private:
  unsigned lane_of(unsigned rank) const {
    unsigned rest = mask_;
    for (; rank > 0; --rank) rest &= rest - 1;
    return __builtin_ctz(rest);
  }
  template <typename T>
  T from(const T& value, int rank) const {
    const bool inside = rank >= 0 && rank < static_cast<int>(num_threads());
    return details::moved(value, inside ? lane_of(rank) : details::lane(), mask_);
  }
  unsigned packed(unsigned lanes) const {  // a bit for a member, in the order of ranks
    unsigned bits = 0, rank = 0;
    for (unsigned rest = mask_; rest; rest &= rest - 1, ++rank) bits |= (lanes >> __builtin_ctz(rest) & 1) << rank;
    return bits;
  }
  unsigned mask_, meta_rank_, meta_size_;
};
inline coalesced_group coalesced_threads() {
  return coalesced_group(details::lanes_of(::retarget_host::wave_ballot(true, 0)));
}

// `Size` neighbouring lanes.
template <unsigned Size, typename Parent = void>
class thread_block_tile {
  static_assert((Size & (Size - 1)) == 0, "the size of a tile is a power of two");
  static_assert(Size >= 1 && Size <= details::warp_size, "the host target has no tiles beyond a warp");

 public:
  thread_block_tile(unsigned meta_rank = 0, unsigned meta_size = 1) : meta_rank_(meta_rank), meta_size_(meta_size) {}
  template <typename Other>
  thread_block_tile(const thread_block_tile<Size, Other>& other)
      : meta_rank_(other.meta_group_rank()), meta_size_(other.meta_group_size()) {}

  static constexpr unsigned num_threads() { return Size; }
  static constexpr unsigned size() { return Size; }
  static unsigned thread_rank() { return details::lane() % Size; }
  unsigned meta_group_rank() const { return meta_rank_; }
  unsigned meta_group_size() const { return meta_size_; }
  static unsigned lanes() { return (~0u >> (details::warp_size - Size)) << first(); }
  static void sync() { ::retarget_host::wave_sync(lanes()); }

  template <typename T>
  T shfl(const T& value, int rank) const {
    return details::moved(value, first() + (static_cast<unsigned>(rank) % Size), lanes());
  }
  template <typename T>
  T shfl_up(const T& value, int delta) const {
    return from(value, static_cast<int>(thread_rank()) - delta);
  }
  template <typename T>
  T shfl_down(const T& value, int delta) const {
    return from(value, static_cast<int>(thread_rank()) + delta);
  }
  template <typename T>
  T shfl_xor(const T& value, int mask) const {
    return from(value, static_cast<int>(thread_rank()) ^ mask);
  }
  int any(int predicate) const { return votes(predicate) != 0; }
  int all(int predicate) const { return votes(predicate) == lanes(); }
  unsigned ballot(int predicate) const { return votes(predicate) >> first(); }
  template <typename T>
  unsigned match_any(T value) const {
    return details::matching(value, lanes()) >> first();
  }
  template <typename T>
  unsigned match_all(T value, int& predicate) const {
    predicate = details::matching(value, lanes()) == lanes();
    return predicate ? lanes() >> first() : 0;
  }
  unsigned votes(int predicate) const {
    return details::lanes_of(::retarget_host::wave_ballot(predicate != 0, lanes()));
  }

 private:
  static unsigned first() { return details::lane() / Size * Size; }
  template <typename T>
  T from(const T& value, int rank) const {
    const bool inside = rank >= 0 && rank < static_cast<int>(Size);
    return details::moved(value, inside ? first() + rank : details::lane(), lanes());
  }
  unsigned meta_rank_, meta_size_;
};
inline thread_block_tile<1> this_thread() { return {}; }

// A group whose kind is known when it runs: a block, or lanes of a warp.
class thread_group {
 public:
  thread_group(const thread_block&) : lanes_(0), is_block_(true) {}
  thread_group(const coalesced_group& group) : lanes_(group), is_block_(false) {}
  template <unsigned Size, typename Parent>
  thread_group(const thread_block_tile<Size, Parent>& tile)
      : lanes_(tile.lanes(), tile.meta_group_rank(), tile.meta_group_size()), is_block_(false) {}

  void sync() const { is_block_ ? thread_block::sync() : lanes_.sync(); }
  unsigned long long num_threads() const { return is_block_ ? thread_block::num_threads() : lanes_.num_threads(); }
  unsigned long long size() const { return num_threads(); }
  unsigned long long thread_rank() const { return is_block_ ? thread_block::thread_rank() : lanes_.thread_rank(); }
  coalesced_group tile(unsigned count) const {
    if (!is_block_) return lanes_.tile(count);
    if (count > details::warp_size || (count & (count - 1))) ::retarget_host::unsupported("tiles of such a size");
    const unsigned rank = thread_block::thread_rank(), first = details::lane() / count * count;
    const unsigned last = (thread_block::num_threads() - (rank - details::lane()));  // a block may end inside a warp
    unsigned lanes = (~0u >> (details::warp_size - count)) << first;
    if (last < details::warp_size) lanes &= (1u << last) - 1;
    return coalesced_group(lanes, rank / count, (thread_block::num_threads() + count - 1) / count);
  }

 private:
  coalesced_group lanes_;
  bool is_block_;
};

template <unsigned Size, typename Parent>
inline thread_block_tile<Size, Parent> tiled_partition(const Parent& parent) {
  const auto rank = static_cast<unsigned>(parent.thread_rank()), all = static_cast<unsigned>(parent.num_threads());
  return {rank / Size, (all + Size - 1) / Size};
}
inline thread_group tiled_partition(const thread_group& parent, unsigned count) { return parent.tile(count); }
inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned count) { return parent.tile(count); }
inline thread_group tiled_partition(const thread_block& parent, unsigned count) { return thread_group(parent).tile(count); }

// One group for each label among the members, in the order of their first lanes; of two for a predicate, false is first.
template <typename Group, typename Label>
inline coalesced_group labeled_partition(const Group& group, Label label) {
  const unsigned same = details::matching(label, group.lanes()), leader = __builtin_ctz(same);
  const unsigned leaders = group.votes(details::lane() == leader);
  return coalesced_group(same, __builtin_popcount(leaders & ((1u << leader) - 1)), __builtin_popcount(leaders));
}
template <typename Group>
inline coalesced_group binary_partition(const Group& group, bool predicate) {
  const unsigned holds = group.votes(predicate), all = group.lanes();
  if (holds == 0 || holds == all) return coalesced_group(all, 0, 1);
  return coalesced_group(predicate ? holds : all & ~holds, predicate, 2);
}
template <typename Group>
inline coalesced_group labeled_partition(const Group& group, bool label) {
  return binary_partition(group, label);
}

template <typename Group>
inline void sync(const Group& group) {
  group.sync();
}
template <typename Group>
inline auto thread_rank(const Group& group) -> decltype(group.thread_rank()) {
  return group.thread_rank();
}
template <typename Group>
inline auto group_size(const Group& group) -> decltype(group.num_threads()) {
  return group.num_threads();
}

template <typename Group, typename Function, typename... Arguments>
inline void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0) std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}
template <typename Group, typename Function, typename... Arguments>
inline auto invoke_one_broadcast(const Group& group, Function&& function, Arguments&&... arguments)
    -> decltype(function(std::forward<Arguments>(arguments)...)) {
  decltype(function(std::forward<Arguments>(arguments)...)) value{};
  if (group.thread_rank() == 0) value = std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
  return group.shfl(value, 0);
}

template <typename T>
struct plus {
  T operator()(T a, T b) const { return a + b; }
};
template <typename T>
struct less {
  T operator()(T a, T b) const { return b < a ? b : a; }
};
template <typename T>
struct greater {
  T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T>
struct bit_and {
  T operator()(T a, T b) const { return a & b; }
};
template <typename T>
struct bit_or {
  T operator()(T a, T b) const { return a | b; }
};
template <typename T>
struct bit_xor {
  T operator()(T a, T b) const { return a ^ b; }
};

}  // namespace cooperative_groups

// The guard of the header that this one stands for: programs ask whether it was included.
#define _COOPERATIVE_GROUPS_H_
#endif
