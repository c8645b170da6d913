// Values between the lanes of a wave.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_LANES_H
#define RETARGET_HOST_LANES_H

#include <string.h>

#include <type_traits>

namespace retarget_host {

// The value of another lane of the same wave; the own, where that lane takes no part.
template <typename T>
inline __attribute__((always_inline)) T exchanged(T value, unsigned source, std::uint64_t expected) {
  static_assert(std::is_trivially_copyable<T>::value, "only plain values travel between lanes");
  std::uint64_t words[(sizeof(T) + 7) / 8] = {};
  memcpy(words, &value, sizeof(T));
  for (std::uint64_t& word : words) word = wave_exchange(word, source, expected, word);
  memcpy(&value, words, sizeof(T));
  return value;
}

}  // namespace retarget_host

#define RETARGET_HOST_INLINE inline __attribute__((always_inline))

#endif
