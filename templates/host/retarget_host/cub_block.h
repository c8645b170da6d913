// CUB's collectives of blocks and warps. RETARGET_CUB names their namespace, RETARGET_CUB_WARP the lanes of a warp where
// a program does not say (0: of a wave). Sums go from the first thread to the last.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_CUB_BLOCK_H
#define RETARGET_HOST_CUB_BLOCK_H

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "retarget_host/cub_keys.h"

namespace RETARGET_CUB {

enum BlockReduceAlgorithm { BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, BLOCK_REDUCE_RAKING, BLOCK_REDUCE_WARP_REDUCTIONS };
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };
enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED,
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED,
};

struct Sum {
  template <typename A, typename B>
  auto operator()(const A& a, const B& b) const -> decltype(a + b) {
    return a + b;
  }
};
struct Max {
  template <typename T>
  T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};
struct Min {
  template <typename T>
  T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};

namespace detail {

inline unsigned rank() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }

// One value a thread, for those of a block to see.
template <typename T, int threads>
struct Shared {
  typename std::aligned_storage<sizeof(T), alignof(T)>::type slots[threads];
  T& operator[](unsigned i) { return reinterpret_cast<T&>(slots[i]); }
};

}  // namespace detail

template <typename T, int X, BlockReduceAlgorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int = 0>
class BlockReduce {
 public:
  struct TempStorage {
    detail::Shared<T, X * Y * Z> values;
  };
  explicit BlockReduce(TempStorage& storage) : storage_(storage) {}

  // The result is the first thread's.
  template <typename Operation>
  T Reduce(T value, Operation operation, int count = X * Y * Z) {
    storage_.values[detail::rank()] = value;
    __syncthreads();
    if (detail::rank() == 0)
      for (int i = 1; i < count; ++i) value = operation(value, storage_.values[i]);
    return value;
  }
  template <int items, typename Operation>
  T Reduce(T (&values)[items], Operation operation) {
    T value = values[0];
    for (int i = 1; i < items; ++i) value = operation(value, values[i]);
    return Reduce(value, operation);
  }
  T Sum(T value) { return Reduce(value, RETARGET_CUB::Sum()); }
  T Sum(T value, int count) { return Reduce(value, RETARGET_CUB::Sum(), count); }
  template <int items>
  T Sum(T (&values)[items]) {
    return Reduce(values, RETARGET_CUB::Sum());
  }

 private:
  TempStorage& storage_;
};

template <typename T, int X, BlockScanAlgorithm = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int = 0>
class BlockScan {
 public:
  struct TempStorage {
    detail::Shared<T, X * Y * Z> values;
  };
  explicit BlockScan(TempStorage& storage) : storage_(storage) {}

  template <typename Operation>
  void InclusiveScan(T input, T& output, Operation operation, T& aggregate) {
    gather(input);
    T sum = storage_.values[0];
    const unsigned mine = detail::rank();
    for (unsigned i = 0; i < X * Y * Z; ++i) {
      if (i) sum = operation(sum, storage_.values[i]);
      if (i == mine) output = sum;
    }
    aggregate = sum;
  }
  template <typename Operation>
  void InclusiveScan(T input, T& output, Operation operation) {
    T aggregate;
    InclusiveScan(input, output, operation, aggregate);
  }
  template <typename Operation>
  void ExclusiveScan(T input, T& output, T initial, Operation operation, T& aggregate) {
    gather(input);
    T sum = initial, plain = storage_.values[0];
    const unsigned mine = detail::rank();
    for (unsigned i = 0; i < X * Y * Z; ++i) {
      if (i == mine) output = sum;
      sum = operation(sum, storage_.values[i]);
      if (i) plain = operation(plain, storage_.values[i]);
    }
    aggregate = plain;  // without the initial value
  }
  template <typename Operation>
  void ExclusiveScan(T input, T& output, T initial, Operation operation) {
    T aggregate;
    ExclusiveScan(input, output, initial, operation, aggregate);
  }
  void InclusiveSum(T input, T& output) { InclusiveScan(input, output, Sum()); }
  void InclusiveSum(T input, T& output, T& aggregate) { InclusiveScan(input, output, Sum(), aggregate); }
  void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(), Sum()); }
  void ExclusiveSum(T input, T& output, T& aggregate) { ExclusiveScan(input, output, T(), Sum(), aggregate); }

  // Several neighbouring items a thread.
  template <int items>
  void InclusiveSum(T (&input)[items], T (&output)[items]) {
    T aggregate;
    InclusiveSum(input, output, aggregate);
  }
  template <int items>
  void InclusiveSum(T (&input)[items], T (&output)[items], T& aggregate) {
    T before = start(input, aggregate);
    for (int i = 0; i < items; ++i) output[i] = before = before + input[i];
  }
  template <int items>
  void ExclusiveSum(T (&input)[items], T (&output)[items]) {
    T aggregate;
    ExclusiveSum(input, output, aggregate);
  }
  template <int items>
  void ExclusiveSum(T (&input)[items], T (&output)[items], T& aggregate) {
    T before = start(input, aggregate);
    for (int i = 0; i < items; ++i) {
      const T value = input[i];
      output[i] = before;
      before = before + value;
    }
  }

 private:
  void gather(const T& input) {
    storage_.values[detail::rank()] = input;
    __syncthreads();
  }
  template <int items>
  T start(const T (&input)[items], T& aggregate) {
    T sum = input[0], before;
    for (int i = 1; i < items; ++i) sum = sum + input[i];
    ExclusiveSum(sum, before, aggregate);
    return before;
  }
  TempStorage& storage_;
};

// Neighbouring items to each thread, whatever the way of the access.
template <typename T, int X, int items, BlockLoadAlgorithm = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockLoad {
 public:
  struct TempStorage {};
  BlockLoad() = default;
  explicit BlockLoad(TempStorage&) {}
  template <typename Input>
  void Load(Input from, T (&to)[items]) {
    for (int i = 0; i < items; ++i) to[i] = from[detail::rank() * items + i];
  }
  template <typename Input>
  void Load(Input from, T (&to)[items], int count) {
    for (int i = 0; i < items; ++i)
      if (static_cast<int>(detail::rank() * items + i) < count) to[i] = from[detail::rank() * items + i];
  }
  template <typename Input, typename Default>
  void Load(Input from, T (&to)[items], int count, Default otherwise) {
    for (T& value : to) value = otherwise;
    Load(from, to, count);
  }
};
template <typename T, int X, int items, BlockStoreAlgorithm = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int = 0>
class BlockStore {
 public:
  struct TempStorage {};
  BlockStore() = default;
  explicit BlockStore(TempStorage&) {}
  template <typename Output>
  void Store(Output to, T (&from)[items]) {
    for (int i = 0; i < items; ++i) to[detail::rank() * items + i] = from[i];
  }
  template <typename Output>
  void Store(Output to, T (&from)[items], int count) {
    for (int i = 0; i < items; ++i)
      if (static_cast<int>(detail::rank() * items + i) < count) to[detail::rank() * items + i] = from[i];
  }
};

template <typename Key, int X, int items, typename Value = NullType>
class BlockRadixSort {
 public:
  struct TempStorage {
    detail::Shared<Key, X * items> keys;
    detail::Shared<Value, X * items> values;
  };
  explicit BlockRadixSort(TempStorage& storage) : storage_(storage) {}
  void Sort(Key (&keys)[items], int begin = 0, int end = 8 * sizeof(Key)) {
    Value none[items];
    sorted(keys, none, begin, end, false);
  }
  void SortDescending(Key (&keys)[items], int begin = 0, int end = 8 * sizeof(Key)) {
    Value none[items];
    sorted(keys, none, begin, end, true);
  }
  void Sort(Key (&keys)[items], Value (&values)[items], int begin = 0, int end = 8 * sizeof(Key)) {
    sorted(keys, values, begin, end, false);
  }
  void SortDescending(Key (&keys)[items], Value (&values)[items], int begin = 0, int end = 8 * sizeof(Key)) {
    sorted(keys, values, begin, end, true);
  }

 private:
  void sorted(Key (&keys)[items], Value (&values)[items], int begin, int end, bool descending) {
    const int first = static_cast<int>(detail::rank()) * items;
    for (int i = 0; i < items; ++i) storage_.keys[first + i] = keys[i];
    __syncthreads();
    int places[items] = {};  // how many keys come before each
    for (int i = 0; i < items; ++i)
      for (int j = 0; j < X * items; ++j) {
        const Key other = storage_.keys[j];
        const bool before = detail::comes_before(other, keys[i], begin, end, descending);
        places[i] += before || (j < first + i && !detail::comes_before(keys[i], other, begin, end, descending));
      }
    __syncthreads();
    for (int i = 0; i < items; ++i) {
      storage_.keys[places[i]] = keys[i];
      storage_.values[places[i]] = values[i];
    }
    __syncthreads();
    for (int i = 0; i < items; ++i) {
      keys[i] = storage_.keys[first + i];
      values[i] = storage_.values[first + i];
    }
  }
  TempStorage& storage_;
};

namespace detail {

// Neighbouring lanes, of which every one sees the values of all.
template <typename T, int lanes>
struct LogicalWarp {
  static unsigned size() { return lanes ? lanes : ::retarget_host::wave_size(); }
  static unsigned lane() { return ::retarget_host::lane_id() % size(); }
  static std::uint64_t members() {
    return (~std::uint64_t{0} >> (64 - size())) << (::retarget_host::lane_id() / size() * size());
  }
  static T from(const T& value, unsigned lane) {
    std::uint64_t words[(sizeof(T) + 7) / 8] = {};
    std::memcpy(words, &value, sizeof(T));
    const unsigned source = ::retarget_host::lane_id() / size() * size() + lane;
    for (std::uint64_t& word : words) word = ::retarget_host::wave_exchange(word, source, members(), word);
    T result = value;
    std::memcpy(&result, words, sizeof(T));
    return result;
  }
};

}  // namespace detail

template <typename T, int lanes = RETARGET_CUB_WARP, int = 0>
class WarpReduce {
  using Warp = detail::LogicalWarp<T, lanes>;

 public:
  struct TempStorage {};
  explicit WarpReduce(TempStorage&) {}
  template <typename Operation>
  T Reduce(T value, Operation operation, int count = static_cast<int>(Warp::size())) {
    T result = Warp::from(value, 0);
    for (int i = 1; i < count; ++i) result = operation(result, Warp::from(value, i));
    return result;
  }
  T Sum(T value) { return Reduce(value, RETARGET_CUB::Sum()); }
  T Sum(T value, int count) { return Reduce(value, RETARGET_CUB::Sum(), count); }
};

template <typename T, int lanes = RETARGET_CUB_WARP, int = 0>
class WarpScan {
  using Warp = detail::LogicalWarp<T, lanes>;

 public:
  struct TempStorage {};
  explicit WarpScan(TempStorage&) {}
  template <typename Operation>
  void InclusiveScan(T input, T& output, Operation operation) {
    T aggregate;
    InclusiveScan(input, output, operation, aggregate);
  }
  template <typename Operation>
  void InclusiveScan(T input, T& output, Operation operation, T& aggregate) {
    T sum = Warp::from(input, 0);
    output = sum;
    for (unsigned i = 1; i < Warp::size(); ++i) {
      sum = operation(sum, Warp::from(input, i));
      if (i <= Warp::lane()) output = sum;
    }
    aggregate = sum;
  }
  template <typename Operation>
  void ExclusiveScan(T input, T& output, T initial, Operation operation) {
    T sum = initial;
    for (unsigned i = 0; i < Warp::size(); ++i) {
      if (i == Warp::lane()) output = sum;
      sum = operation(sum, Warp::from(input, i));
    }
  }
  void InclusiveSum(T input, T& output) { InclusiveScan(input, output, Sum()); }
  void InclusiveSum(T input, T& output, T& aggregate) { InclusiveScan(input, output, Sum(), aggregate); }
  void ExclusiveSum(T input, T& output) { ExclusiveScan(input, output, T(), Sum()); }
  T Broadcast(T input, unsigned lane) { return Warp::from(input, lane); }

};

}  // namespace RETARGET_CUB

#endif
