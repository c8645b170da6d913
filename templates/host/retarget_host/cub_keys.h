// The order of radix sorts: some bits of a key, as numbers without a sign.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_CUB_KEYS_H
#define RETARGET_HOST_CUB_KEYS_H

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace RETARGET_CUB {

struct NullType {};

namespace detail {

// Negative numbers come first, and of floating ones the larger magnitude.
template <typename Key>
inline std::uint64_t ordered_bits(const Key& key) {
  static_assert(std::is_arithmetic<Key>::value && sizeof(Key) <= 8, "a radix sort orders numbers");
  std::uint64_t bits = 0;
  std::memcpy(&bits, &key, sizeof(Key));
  const std::uint64_t sign = std::uint64_t{1} << (8 * sizeof(Key) - 1), all = sign | (sign - 1);
  if (std::is_floating_point<Key>::value) {
    if (bits == sign) bits = 0;  // both zeros are one
    return bits & sign ? ~bits & all : bits | sign;
  }
  return std::is_signed<Key>::value ? bits ^ sign : bits;
}

template <typename Key>
inline bool comes_before(const Key& a, const Key& b, int begin, int end, bool descending) {
  const int width = end - begin;
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  const std::uint64_t x = ordered_bits(a) >> begin & mask, y = ordered_bits(b) >> begin & mask;
  return descending ? y < x : x < y;
}

}  // namespace detail
}  // namespace RETARGET_CUB

#endif
