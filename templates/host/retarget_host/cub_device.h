// CUB's algorithms of the whole device, done by the processor in order. RETARGET_CUB names their namespace,
// RETARGET_CUB_API(name) the runtime's types.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_CUB_DEVICE_H
#define RETARGET_HOST_CUB_DEVICE_H

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <numeric>
#include <type_traits>
#include <utility>
#include <vector>

#include "retarget_host/cub_block.h"

namespace RETARGET_CUB {

using Error = RETARGET_CUB_API(Error_t);
using Stream = RETARGET_CUB_API(Stream_t);

template <typename Key, typename Value>
struct KeyValuePair {
  Key key;
  Value value;
};

template <typename T>
struct DoubleBuffer {
  T* d_buffers[2] = {nullptr, nullptr};
  int selector = 0;
  DoubleBuffer() = default;
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};

namespace detail {

template <typename Iterator>
using ValueOf = typename std::remove_cv<typename std::remove_reference<decltype(*std::declval<Iterator>())>::type>::type;

// The first call asks how many bytes of room the second one needs: one, since none is used.
template <typename Work>
inline Error asked_or_done(void* room, std::size_t& bytes, Work work) {
  if (!room) {
    bytes = 1;
    return static_cast<Error>(0);
  }
  const ::retarget_host::Library scope;
  work();
  return static_cast<Error>(0);
}

template <typename Input, typename T, typename Operation>
inline T folded(Input in, std::ptrdiff_t first, std::ptrdiff_t last, T value, Operation operation) {
  for (std::ptrdiff_t i = first; i < last; ++i) value = operation(value, in[i]);
  return value;
}

}  // namespace detail

struct DeviceReduce {
  template <typename Input, typename Output, typename Count, typename Operation, typename T>
  static Error Reduce(void* room, std::size_t& bytes, Input in, Output out, Count count, Operation operation, T initial,
                      Stream = nullptr, bool = false) {
    return detail::asked_or_done(room, bytes, [&] { *out = detail::folded(in, 0, count, initial, operation); });
  }
  template <typename Input, typename Output, typename Count>
  static Error Sum(void* room, std::size_t& bytes, Input in, Output out, Count count, Stream = nullptr, bool = false) {
    return Reduce(room, bytes, in, out, count, RETARGET_CUB::Sum(), detail::ValueOf<Output>());
  }
  template <typename Input, typename Output, typename Count>
  static Error Min(void* room, std::size_t& bytes, Input in, Output out, Count count, Stream = nullptr, bool = false) {
    using T = detail::ValueOf<Input>;
    return Reduce(room, bytes, in, out, count, RETARGET_CUB::Min(), std::numeric_limits<T>::max());
  }
  template <typename Input, typename Output, typename Count>
  static Error Max(void* room, std::size_t& bytes, Input in, Output out, Count count, Stream = nullptr, bool = false) {
    using T = detail::ValueOf<Input>;
    return Reduce(room, bytes, in, out, count, RETARGET_CUB::Max(), std::numeric_limits<T>::lowest());
  }
  template <typename Input, typename Output, typename Count>
  static Error ArgMin(void* room, std::size_t& bytes, Input in, Output out, Count count, Stream = nullptr, bool = false) {
    return extreme(room, bytes, in, out, count, [](const auto& a, const auto& b) { return a < b; });
  }
  template <typename Input, typename Output, typename Count>
  static Error ArgMax(void* room, std::size_t& bytes, Input in, Output out, Count count, Stream = nullptr, bool = false) {
    return extreme(room, bytes, in, out, count, [](const auto& a, const auto& b) { return b < a; });
  }
  template <typename Keys, typename Unique, typename Values, typename Sums, typename Number, typename Operation, typename Count>
  static Error ReduceByKey(void* room, std::size_t& bytes, Keys keys, Unique unique, Values values, Sums sums, Number runs,
                           Operation operation, Count count, Stream = nullptr, bool = false) {
    return detail::asked_or_done(room, bytes, [&] {
      std::ptrdiff_t made = 0;
      for (std::ptrdiff_t i = 0, j; i < static_cast<std::ptrdiff_t>(count); i = j, ++made) {
        for (j = i + 1; j < static_cast<std::ptrdiff_t>(count) && keys[j] == keys[i];) ++j;
        const detail::ValueOf<Values> first = values[i];
        unique[made] = keys[i];
        sums[made] = detail::folded(values, i + 1, j, first, operation);
      }
      *runs = static_cast<detail::ValueOf<Number>>(made);
    });
  }

 private:
  template <typename Input, typename Output, typename Count, typename Better>
  static Error extreme(void* room, std::size_t& bytes, Input in, Output out, Count count, Better better) {
    return detail::asked_or_done(room, bytes, [&] {
      std::ptrdiff_t best = 0;
      for (std::ptrdiff_t i = 1; i < static_cast<std::ptrdiff_t>(count); ++i)
        if (better(in[i], in[best])) best = i;
      *out = {static_cast<int>(best), in[best]};
    });
  }
};

struct DeviceSegmentedReduce {
  template <typename Input, typename Output, typename Begins, typename Ends, typename Operation, typename T>
  static Error Reduce(void* room, std::size_t& bytes, Input in, Output out, int segments, Begins begins, Ends ends,
                      Operation operation, T initial, Stream = nullptr, bool = false) {
    return detail::asked_or_done(room, bytes, [&] {
      for (int s = 0; s < segments; ++s) out[s] = detail::folded(in, begins[s], ends[s], initial, operation);
    });
  }
  template <typename Input, typename Output, typename Begins, typename Ends>
  static Error Sum(void* room, std::size_t& bytes, Input in, Output out, int segments, Begins begins, Ends ends,
                   Stream = nullptr, bool = false) {
    return Reduce(room, bytes, in, out, segments, begins, ends, RETARGET_CUB::Sum(), detail::ValueOf<Output>());
  }
};

struct DeviceScan {
  template <typename Input, typename Output, typename Operation, typename T, typename Count>
  static Error ExclusiveScan(void* room, std::size_t& bytes, Input in, Output out, Operation operation, T initial,
                             Count count, Stream = nullptr, bool = false) {
    return detail::asked_or_done(room, bytes, [&] {
      T sum = initial;
      for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(count); ++i) {
        const detail::ValueOf<Input> value = in[i];  // input and output may be one
        out[i] = sum;
        sum = operation(sum, value);
      }
    });
  }
  template <typename Input, typename Output, typename Operation, typename Count>
  static Error InclusiveScan(void* room, std::size_t& bytes, Input in, Output out, Operation operation, Count count,
                             Stream = nullptr, bool = false) {
    return detail::asked_or_done(room, bytes, [&] {
      if (!count) return;
      detail::ValueOf<Input> sum = in[0];
      out[0] = sum;
      for (std::ptrdiff_t i = 1; i < static_cast<std::ptrdiff_t>(count); ++i) out[i] = sum = operation(sum, in[i]);
    });
  }
  template <typename Input, typename Output, typename Count>
  static Error ExclusiveSum(void* room, std::size_t& bytes, Input in, Output out, Count count, Stream = nullptr,
                            bool = false) {
    return ExclusiveScan(room, bytes, in, out, Sum(), detail::ValueOf<Input>(), count);
  }
  template <typename Input, typename Output, typename Count>
  static Error InclusiveSum(void* room, std::size_t& bytes, Input in, Output out, Count count, Stream = nullptr,
                            bool = false) {
    return InclusiveScan(room, bytes, in, out, Sum(), count);
  }
};

struct DeviceRadixSort {
  template <typename Key, typename Count>
  static Error SortKeys(void* room, std::size_t& bytes, const Key* in, Key* out, Count count, int begin = 0,
                        int end = 8 * sizeof(Key), Stream = nullptr, bool = false) {
    return detail::asked_or_done(room, bytes, [&] { keys(in, out, count, begin, end, false); });
  }
  template <typename Key, typename Count>
  static Error SortKeysDescending(void* room, std::size_t& bytes, const Key* in, Key* out, Count count, int begin = 0,
                                  int end = 8 * sizeof(Key), Stream = nullptr, bool = false) {
    return detail::asked_or_done(room, bytes, [&] { keys(in, out, count, begin, end, true); });
  }
  template <typename Key, typename Value, typename Count>
  static Error SortPairs(void* room, std::size_t& bytes, const Key* in, Key* out, const Value* from, Value* to, Count count,
                         int begin = 0, int end = 8 * sizeof(Key), Stream = nullptr, bool = false) {
    return detail::asked_or_done(room, bytes, [&] { pairs(in, out, from, to, count, begin, end, false); });
  }
  template <typename Key, typename Value, typename Count>
  static Error SortPairsDescending(void* room, std::size_t& bytes, const Key* in, Key* out, const Value* from, Value* to,
                                   Count count, int begin = 0, int end = 8 * sizeof(Key), Stream = nullptr, bool = false) {
    return detail::asked_or_done(room, bytes, [&] { pairs(in, out, from, to, count, begin, end, true); });
  }
  template <typename Key, typename Count>
  static Error SortKeys(void* room, std::size_t& bytes, DoubleBuffer<Key>& keys_, Count count, int begin = 0,
                        int end = 8 * sizeof(Key), Stream = nullptr, bool = false) {
    return detail::asked_or_done(room, bytes, [&] {
      keys(keys_.Current(), keys_.Alternate(), count, begin, end, false);
      keys_.selector ^= 1;
    });
  }
  template <typename Key, typename Value, typename Count>
  static Error SortPairs(void* room, std::size_t& bytes, DoubleBuffer<Key>& keys_, DoubleBuffer<Value>& values, Count count,
                         int begin = 0, int end = 8 * sizeof(Key), Stream = nullptr, bool = false) {
    return detail::asked_or_done(room, bytes, [&] {
      pairs(keys_.Current(), keys_.Alternate(), values.Current(), values.Alternate(), count, begin, end, false);
      keys_.selector ^= 1;
      values.selector ^= 1;
    });
  }

 private:
  template <typename Key>
  static void keys(const Key* in, Key* out, std::size_t count, int begin, int end, bool descending) {
    std::vector<Key> all(in, in + count);
    std::stable_sort(all.begin(), all.end(), [=](const Key& a, const Key& b) {
      return detail::comes_before(a, b, begin, end, descending);
    });
    std::copy(all.begin(), all.end(), out);
  }
  template <typename Key, typename Value>
  static void pairs(const Key* in, Key* out, const Value* from, Value* to, std::size_t count, int begin, int end,
                    bool descending) {
    std::vector<std::pair<Key, Value>> all(count);
    for (std::size_t i = 0; i < count; ++i) all[i] = {in[i], from[i]};
    std::stable_sort(all.begin(), all.end(), [=](const auto& a, const auto& b) {
      return detail::comes_before(a.first, b.first, begin, end, descending);
    });
    for (std::size_t i = 0; i < count; ++i) out[i] = all[i].first, to[i] = all[i].second;
  }
};

struct DeviceSelect {
  template <typename Input, typename Flags, typename Output, typename Number, typename Count>
  static Error Flagged(void* room, std::size_t& bytes, Input in, Flags flags, Output out, Number chosen, Count count,
                       Stream = nullptr, bool = false) {
    return kept(room, bytes, in, out, chosen, count, [&](std::ptrdiff_t i) { return static_cast<bool>(flags[i]); });
  }
  template <typename Input, typename Output, typename Number, typename Count, typename Predicate>
  static Error If(void* room, std::size_t& bytes, Input in, Output out, Number chosen, Count count, Predicate predicate,
                  Stream = nullptr, bool = false) {
    return kept(room, bytes, in, out, chosen, count, [&](std::ptrdiff_t i) { return predicate(in[i]); });
  }
  template <typename Input, typename Output, typename Number, typename Count>
  static Error Unique(void* room, std::size_t& bytes, Input in, Output out, Number chosen, Count count, Stream = nullptr,
                      bool = false) {
    return kept(room, bytes, in, out, chosen, count, [&](std::ptrdiff_t i) { return i == 0 || !(in[i] == in[i - 1]); });
  }

 private:
  template <typename Input, typename Output, typename Number, typename Count, typename Keep>
  static Error kept(void* room, std::size_t& bytes, Input in, Output out, Number chosen, Count count, Keep keep) {
    return detail::asked_or_done(room, bytes, [&] {
      std::vector<detail::ValueOf<Input>> all;
      for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(count); ++i)
        if (keep(i)) all.push_back(in[i]);
      std::copy(all.begin(), all.end(), out);
      *chosen = static_cast<detail::ValueOf<Number>>(all.size());
    });
  }
};

struct DeviceRunLengthEncode {
  template <typename Input, typename Unique, typename Lengths, typename Number, typename Count>
  static Error Encode(void* room, std::size_t& bytes, Input in, Unique unique, Lengths lengths, Number runs, Count count,
                      Stream = nullptr, bool = false) {
    return detail::asked_or_done(room, bytes, [&] {
      std::ptrdiff_t made = 0;
      for (std::ptrdiff_t i = 0, j; i < static_cast<std::ptrdiff_t>(count); i = j, ++made) {
        for (j = i + 1; j < static_cast<std::ptrdiff_t>(count) && in[j] == in[i];) ++j;
        unique[made] = in[i];
        lengths[made] = static_cast<detail::ValueOf<Lengths>>(j - i);
      }
      *runs = static_cast<detail::ValueOf<Number>>(made);
    });
  }
};

struct DeviceHistogram {
  // Bins of one width between two levels, of which the upper one is outside.
  template <typename Input, typename Bin, typename Level, typename Count>
  static Error HistogramEven(void* room, std::size_t& bytes, Input in, Bin* bins, int levels, Level low, Level high,
                             Count count, Stream = nullptr, bool = false) {
    return detail::asked_or_done(room, bytes, [&] {
      std::fill_n(bins, levels - 1, Bin());
      for (std::ptrdiff_t i = 0; i < static_cast<std::ptrdiff_t>(count); ++i) {
        const auto value = in[i];
        if (value < low || !(value < high)) continue;
        if constexpr (std::is_integral<Level>::value)
          ++bins[static_cast<long long>(value - low) * (levels - 1) / (high - low)];
        else
          ++bins[static_cast<int>((value - low) * (static_cast<Level>(levels - 1) / (high - low)))];
      }
    });
  }
};

}  // namespace RETARGET_CUB

#endif
