// Pseudo-random generators by their published algorithms: XORWOW (Marsaglia 2003), Philox4x32-10 (Salmon and others
// 2011), MRG32k3a (L'Ecuyer 1999). Seeds, subsequences and offsets are laid out as in cuRAND.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_RANDOM_ENGINES_H
#define RETARGET_HOST_RANDOM_ENGINES_H

#include <cstdint>

namespace retarget_host {

// XORWOW and MRG32k3a are linear: powers of their matrices skip values.
void xorwow_skip(std::uint32_t (&words)[5], std::uint64_t count, unsigned doublings);  // count * 2^doublings values
void mrg_skip(std::uint64_t (&first)[3], std::uint64_t (&second)[3], std::uint64_t count, unsigned doublings);

// Common to all: the second value that a normal deviate's computation gives, kept for the next call.
struct Generator {
  bool has_float, has_double;
  float spare_float;
  double spare_double;
};

struct Xorwow : Generator {
  std::uint32_t words[5], weyl;

  void seed(std::uint64_t value) {
    const std::uint32_t a = 1099087573u * (static_cast<std::uint32_t>(value) ^ 0xaad26b49u);
    const std::uint32_t b = 2591861531u * (static_cast<std::uint32_t>(value >> 32) ^ 0xf7dcefddu);
    weyl = 6615241u + a + b;
    words[0] = 123456789u + a;
    words[1] = 362436069u ^ a;
    words[2] = 521288629u + b;
    words[3] = 88675123u ^ b;
    words[4] = 5783321u + a;
  }
  void skip(std::uint64_t count) {
    xorwow_skip(words, count, 0);
    weyl += 362437u * static_cast<std::uint32_t>(count);
  }
  void skip_subsequences(std::uint64_t count) { xorwow_skip(words, count, 67); }
  std::uint32_t next() {
    const std::uint32_t t = words[0] ^ (words[0] >> 2);
    for (int i = 0; i < 4; ++i) words[i] = words[i + 1];
    words[4] = (words[4] ^ (words[4] << 4)) ^ (t ^ (t << 1));
    weyl += 362437u;
    return words[4] + weyl;
  }
};

struct Philox : Generator {
  std::uint32_t counter[4], key[2], output[4];
  unsigned used;  // of the four outputs

  void seed(std::uint64_t value) {
    key[0] = static_cast<std::uint32_t>(value);
    key[1] = static_cast<std::uint32_t>(value >> 32);
    for (std::uint32_t& word : counter) word = 0;
    used = 0;
    block();
  }
  void skip(std::uint64_t count) {
    std::uint64_t blocks = count / 4;
    used += static_cast<unsigned>(count % 4);
    blocks += used / 4;
    used %= 4;
    advance(0, blocks);
    block();
  }
  void skip_subsequences(std::uint64_t count) {
    advance(2, count);
    block();
  }
  std::uint32_t next() {
    const std::uint32_t value = output[used];
    if (++used == 4) {
      used = 0;
      advance(0, 1);
      block();
    }
    return value;
  }

 private:
  void advance(unsigned from, std::uint64_t count) {
    const std::uint32_t added[2] = {static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(count >> 32)};
    std::uint64_t carry = 0;
    for (unsigned i = from; i < 4; ++i) {
      carry += std::uint64_t{counter[i]} + (i - from < 2 ? added[i - from] : 0);
      counter[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
  }
  void block() {
    std::uint32_t c[4] = {counter[0], counter[1], counter[2], counter[3]}, k[2] = {key[0], key[1]};
    for (int round = 0; round < 10; ++round) {
      const std::uint64_t a = 0xD2511F53ull * c[0], b = 0xCD9E8D57ull * c[2];
      const std::uint32_t mixed[4] = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ k[0], static_cast<std::uint32_t>(b),
                                      static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ k[1], static_cast<std::uint32_t>(a)};
      for (int i = 0; i < 4; ++i) c[i] = mixed[i];
      k[0] += 0x9E3779B9u;
      k[1] += 0xBB67AE85u;
    }
    for (int i = 0; i < 4; ++i) output[i] = c[i];
  }
};

struct Mrg32k3a : Generator {
  static constexpr std::uint64_t m1 = 4294967087u, m2 = 4294944443u;
  std::uint64_t first[3], second[3];

  void seed(std::uint64_t value) {
    for (int i = 0; i < 3; ++i) first[i] = second[i] = 12345;
    if (value == 0) return;
    const std::uint32_t low = static_cast<std::uint32_t>(value) ^ 0x55555555u;
    const std::uint32_t high = static_cast<std::uint32_t>(value >> 32) ^ 0xaaaaaaaau;
    for (int i = 0; i < 3; ++i) {
      first[i] = first[i] * (i == 1 ? high : low) % m1;
      second[i] = second[i] * (i == 1 ? low : high) % m2;
    }
  }
  void skip(std::uint64_t count) { mrg_skip(first, second, count, 0); }
  void skip_subsequences(std::uint64_t count) { mrg_skip(first, second, count, 76); }
  // From 1 to m1.
  std::uint64_t step() {
    const std::uint64_t p = (1403580u * first[1] + 810728u * (m1 - first[0])) % m1;
    const std::uint64_t q = (527612u * second[2] + 1370589u * (m2 - second[0])) % m2;
    first[0] = first[1], first[1] = first[2], first[2] = p;
    second[0] = second[1], second[1] = second[2], second[2] = q;
    return p > q ? p - q : p + m1 - q;
  }
  std::uint32_t next() { return static_cast<std::uint32_t>((static_cast<unsigned __int128>(step() - 1) << 32) / m1); }
};

}  // namespace retarget_host

#endif
