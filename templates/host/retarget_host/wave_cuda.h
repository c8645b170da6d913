// CUDA's operations of a warp of 32 lanes. A mask names the lanes that are waited for; the older forms without one,
// and __activemask, take the lanes that come together.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_WAVE_CUDA_H
#define RETARGET_HOST_WAVE_CUDA_H

#include <utility>

#include "lanes.h"

constexpr int warpSize = 32;

namespace retarget_host {

// CUDA has overloads from int on: smaller integers are promoted. Classes travel as they are.
template <typename T, bool is_number = std::is_arithmetic<T>::value || std::is_enum<T>::value>
struct Travelling {
  using type = T;
};
template <typename T>
struct Travelling<T, true> {
  using type = decltype(+std::declval<T>());
};
template <typename T>
using Travels = typename Travelling<T>::type;

template <typename T>
RETARGET_HOST_INLINE T from_lane(T value, int source, int width, unsigned mask) {
  const unsigned segment = lane_id() & ~(width - 1u);
  return exchanged(value, segment | (static_cast<unsigned>(source) & (width - 1u)), mask);
}
template <typename T>
RETARGET_HOST_INLINE T from_below(T value, unsigned delta, int width, unsigned mask) {
  const unsigned lane = lane_id(), distance = delta & 31u;
  return exchanged(value, distance <= (lane & (width - 1u)) ? lane - distance : lane, mask);
}
template <typename T>
RETARGET_HOST_INLINE T from_above(T value, unsigned delta, int width, unsigned mask) {
  const unsigned lane = lane_id(), distance = delta & 31u;
  return exchanged(value, (lane & (width - 1u)) + distance < static_cast<unsigned>(width) ? lane + distance : lane, mask);
}
template <typename T>
RETARGET_HOST_INLINE T from_partner(T value, int lane_mask, int width, unsigned mask) {
  const unsigned lane = lane_id(), partner = lane ^ (static_cast<unsigned>(lane_mask) & 31u);
  return exchanged(value, partner <= (lane | (width - 1u)) ? partner : lane, mask);
}

RETARGET_HOST_INLINE unsigned ballot(bool predicate, unsigned mask) {
  return static_cast<unsigned>(wave_ballot(predicate, mask));
}

// The lanes of the mask that have not returned, in turn: `combine` takes each one's value.
template <typename T, typename Combine>
RETARGET_HOST_INLINE void gather(unsigned mask, T value, Combine combine) {
  for (unsigned rest = ballot(true, mask); rest; rest &= rest - 1) {
    const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
    combine(lane, exchanged(value, lane, mask));
  }
}
template <typename T, typename Combine>
RETARGET_HOST_INLINE T reduced(unsigned mask, T value, Combine combine) {
  bool first = true;
  T result = value;
  gather(mask, value, [&](unsigned, T other) {
    result = first ? other : combine(result, other);
    first = false;
  });
  return result;
}
template <typename T>
inline bool same_bits(const T& a, const T& b) {
  return memcmp(&a, &b, sizeof(T)) == 0;
}

}  // namespace retarget_host

#define RETARGET_SHUFFLE(name, from, Lane)                                                                       \
  template <typename T>                                                                                          \
  RETARGET_HOST_INLINE retarget_host::Travels<T> name##_sync(unsigned mask, T value, Lane lane, int width = 32) { \
    return retarget_host::from<retarget_host::Travels<T>>(value, lane, width, mask);                             \
  }                                                                                                              \
  template <typename T>                                                                                          \
  RETARGET_HOST_INLINE retarget_host::Travels<T> name(T value, Lane lane, int width = 32) {                      \
    return retarget_host::from<retarget_host::Travels<T>>(value, lane, width, 0);                                \
  }
RETARGET_SHUFFLE(__shfl, from_lane, int)
RETARGET_SHUFFLE(__shfl_up, from_below, unsigned)
RETARGET_SHUFFLE(__shfl_down, from_above, unsigned)
RETARGET_SHUFFLE(__shfl_xor, from_partner, int)
#undef RETARGET_SHUFFLE

RETARGET_HOST_INLINE unsigned __activemask() { return retarget_host::ballot(true, 0); }
RETARGET_HOST_INLINE void __syncwarp(unsigned mask = 0xffffffffu) { retarget_host::wave_sync(mask); }
RETARGET_HOST_INLINE unsigned __ballot_sync(unsigned mask, int predicate) { return retarget_host::ballot(predicate != 0, mask); }
RETARGET_HOST_INLINE int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
RETARGET_HOST_INLINE int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }
RETARGET_HOST_INLINE int __uni_sync(unsigned mask, int predicate) {
  const int any = __any_sync(mask, predicate), all = __all_sync(mask, predicate);
  return !any || all;
}
RETARGET_HOST_INLINE unsigned __ballot(int predicate) { return retarget_host::ballot(predicate != 0, 0); }
RETARGET_HOST_INLINE int __any(int predicate) { return __ballot(predicate) != 0; }
RETARGET_HOST_INLINE int __all(int predicate) { return __ballot(!predicate) == 0; }

template <typename T>
RETARGET_HOST_INLINE unsigned __match_any_sync(unsigned mask, T value) {
  unsigned same = 0;
  retarget_host::gather(mask, value, [&](unsigned lane, T other) {
    same |= retarget_host::same_bits(value, other) ? 1u << lane : 0u;
  });
  return same;
}
template <typename T>
RETARGET_HOST_INLINE unsigned __match_all_sync(unsigned mask, T value, int* predicate) {
  unsigned other_values = 0;
  retarget_host::gather(mask, value, [&](unsigned, T other) { other_values += !retarget_host::same_bits(value, other); });
  *predicate = !other_values;
  return other_values ? 0u : mask;
}

#define RETARGET_REDUCE(name, T, expression)                                             \
  RETARGET_HOST_INLINE T name(unsigned mask, T value) {                                  \
    return retarget_host::reduced(mask, value, [](T a, T b) -> T { return expression; }); \
  }
RETARGET_REDUCE(__reduce_add_sync, int, a + b)
RETARGET_REDUCE(__reduce_add_sync, unsigned, a + b)
RETARGET_REDUCE(__reduce_min_sync, int, b < a ? b : a)
RETARGET_REDUCE(__reduce_min_sync, unsigned, b < a ? b : a)
RETARGET_REDUCE(__reduce_max_sync, int, a < b ? b : a)
RETARGET_REDUCE(__reduce_max_sync, unsigned, a < b ? b : a)
RETARGET_REDUCE(__reduce_and_sync, unsigned, a & b)
RETARGET_REDUCE(__reduce_or_sync, unsigned, a | b)
RETARGET_REDUCE(__reduce_xor_sync, unsigned, a ^ b)
#undef RETARGET_REDUCE

#endif
