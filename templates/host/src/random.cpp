// Skipping values of linear generators: powers of their matrices, by squaring.
// SPDX-License-Identifier: MIT
#include "retarget_host/random_engines.h"

#include <memory>
#include <vector>

namespace retarget_host {

namespace {

constexpr int bits = 160;

struct Words {
  std::uint32_t w[5];
};
struct BitMatrix {
  Words images[bits];  // of each bit of the state
};

Words applied(const BitMatrix& matrix, const Words& state) {
  Words result{};
  for (int i = 0; i < bits; ++i) {
    if (!(state.w[i / 32] >> (i % 32) & 1)) continue;
    for (int k = 0; k < 5; ++k) result.w[k] ^= matrix.images[i].w[k];
  }
  return result;
}

// The matrices of 2^0, 2^1, ... steps.
const std::vector<BitMatrix>& xorwow_powers() {
  static const std::vector<BitMatrix> all = [] {
    std::vector<BitMatrix> powers(67 + 64);
    for (int i = 0; i < bits; ++i) {
      Xorwow one{};
      one.words[i / 32] = 1u << (i % 32);
      one.next();
      for (int k = 0; k < 5; ++k) powers[0].images[i].w[k] = one.words[k];
    }
    for (std::size_t p = 1; p < powers.size(); ++p)
      for (int i = 0; i < bits; ++i) powers[p].images[i] = applied(powers[p - 1], powers[p - 1].images[i]);
    return powers;
  }();
  return all;
}

struct Matrix {
  std::uint64_t a[3][3];
};

Matrix product(const Matrix& x, const Matrix& y, std::uint64_t m) {
  Matrix z{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) z.a[i][j] = (z.a[i][j] + x.a[i][k] * y.a[k][j] % m) % m;
  return z;
}

void skip(std::uint64_t (&state)[3], Matrix step, std::uint64_t m, std::uint64_t count, unsigned doublings) {
  for (unsigned i = 0; i < doublings; ++i) step = product(step, step, m);
  for (; count; count >>= 1, step = product(step, step, m)) {
    if (!(count & 1)) continue;
    std::uint64_t next[3] = {};
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) next[i] = (next[i] + step.a[i][k] * state[k] % m) % m;
    for (int i = 0; i < 3; ++i) state[i] = next[i];
  }
}

}  // namespace

void xorwow_skip(std::uint32_t (&words)[5], std::uint64_t count, unsigned doublings) {
  Words state{{words[0], words[1], words[2], words[3], words[4]}};
  for (unsigned p = doublings; count; ++p, count >>= 1)
    if (count & 1) state = applied(xorwow_powers()[p], state);
  for (int i = 0; i < 5; ++i) words[i] = state.w[i];
}

void mrg_skip(std::uint64_t (&first)[3], std::uint64_t (&second)[3], std::uint64_t count, unsigned doublings) {
  constexpr std::uint64_t m1 = Mrg32k3a::m1, m2 = Mrg32k3a::m2;
  skip(first, {{{0, 1, 0}, {0, 0, 1}, {m1 - 810728, 1403580, 0}}}, m1, count, doublings);
  skip(second, {{{0, 1, 0}, {0, 0, 1}, {m2 - 1370589, 0, 527612}}}, m2, count, doublings);
}

}  // namespace retarget_host
