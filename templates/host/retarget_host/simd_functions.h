// CUDA's functions on two halves or four bytes of a word (__v*), dot products, and extrema of three.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_SIMD_FUNCTIONS_H
#define RETARGET_HOST_SIMD_FUNCTIONS_H

#include <string.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace retarget_host {

template <typename Lane>
struct Lanes {
  static constexpr unsigned count = 4 / sizeof(Lane);
  Lane lane[count];
  explicit Lanes(unsigned word) { memcpy(lane, &word, 4); }
  explicit operator unsigned() const {
    unsigned word;
    memcpy(&word, lane, 4);
    return word;
  }
};

template <typename Lane>
constexpr int saturated(int x) {
  return x < std::numeric_limits<Lane>::min() ? std::numeric_limits<Lane>::min()
         : x > std::numeric_limits<Lane>::max() ? std::numeric_limits<Lane>::max() : x;
}

// The words' lanes, one from each, go through `f`; its results are the lanes of the result.
template <typename Lane, typename F, typename... Words>
inline unsigned lanewise(F f, Words... words) {
  Lanes<Lane> result(0);
  for (unsigned i = 0; i < Lanes<Lane>::count; ++i) result.lane[i] = static_cast<Lane>(f(int{Lanes<Lane>(words).lane[i]}...));
  return static_cast<unsigned>(result);
}

template <typename Lane>
inline unsigned sum_of_differences(unsigned a, unsigned b) {
  unsigned sum = 0;
  for (unsigned i = 0; i < Lanes<Lane>::count; ++i)
    sum += static_cast<unsigned>(std::abs(Lanes<Lane>(a).lane[i] - Lanes<Lane>(b).lane[i]));
  return sum;
}

}  // namespace retarget_host

#define RETARGET_SIMD_1(name, T, expression)                                                      \
  inline unsigned name(unsigned a) {                                                              \
    return retarget_host::lanewise<T>([](int x) { return expression; }, a);                       \
  }
#define RETARGET_SIMD_2(name, T, expression)                                                      \
  inline unsigned name(unsigned a, unsigned b) {                                                  \
    return retarget_host::lanewise<T>([](int x, int y) { return expression; }, a, b);             \
  }
#define RETARGET_SIMD_WIDTH(n, S, U)                                                              \
  RETARGET_SIMD_1(__vabs##n, S, x < 0 ? -x : x)                                                   \
  RETARGET_SIMD_1(__vabsss##n, S, retarget_host::saturated<S>(x < 0 ? -x : x))                    \
  RETARGET_SIMD_1(__vneg##n, S, -x)                                                               \
  RETARGET_SIMD_1(__vnegss##n, S, retarget_host::saturated<S>(-x))                                \
  RETARGET_SIMD_2(__vadd##n, U, x + y)                                                            \
  RETARGET_SIMD_2(__vsub##n, U, x - y)                                                            \
  RETARGET_SIMD_2(__vaddss##n, S, retarget_host::saturated<S>(x + y))                             \
  RETARGET_SIMD_2(__vaddus##n, U, retarget_host::saturated<U>(x + y))                             \
  RETARGET_SIMD_2(__vsubss##n, S, retarget_host::saturated<S>(x - y))                             \
  RETARGET_SIMD_2(__vsubus##n, U, retarget_host::saturated<U>(x - y))                             \
  RETARGET_SIMD_2(__vhaddu##n, U, (x + y) >> 1)                                                   \
  RETARGET_SIMD_2(__vavgu##n, U, (x + y + 1) >> 1)                                                \
  /* a half goes away from zero */                                                               \
  RETARGET_SIMD_2(__vavgs##n, S, x + y < 0 ? -((1 - x - y) / 2) : (x + y + 1) / 2)        \
  RETARGET_SIMD_2(__vabsdiffs##n, S, std::abs(x - y))                                             \
  RETARGET_SIMD_2(__vabsdiffu##n, U, std::abs(x - y))                                             \
  RETARGET_SIMD_2(__vmaxs##n, S, std::max(x, y))                                                  \
  RETARGET_SIMD_2(__vmaxu##n, U, std::max(x, y))                                                  \
  RETARGET_SIMD_2(__vmins##n, S, std::min(x, y))                                                  \
  RETARGET_SIMD_2(__vminu##n, U, std::min(x, y))                                                  \
  RETARGET_SIMD_2(__vcmpeq##n, U, -(x == y))                                                      \
  RETARGET_SIMD_2(__vcmpne##n, U, -(x != y))                                                      \
  RETARGET_SIMD_2(__vseteq##n, U, x == y)                                                         \
  RETARGET_SIMD_2(__vsetne##n, U, x != y)                                                         \
  RETARGET_SIMD_ORDER(ge, >=, n, S, U)                                                            \
  RETARGET_SIMD_ORDER(gt, >, n, S, U)                                                             \
  RETARGET_SIMD_ORDER(le, <=, n, S, U)                                                            \
  RETARGET_SIMD_ORDER(lt, <, n, S, U)                                                             \
  inline unsigned __vsads##n(unsigned a, unsigned b) { return retarget_host::sum_of_differences<S>(a, b); } \
  inline unsigned __vsadu##n(unsigned a, unsigned b) { return retarget_host::sum_of_differences<U>(a, b); }
#define RETARGET_SIMD_ORDER(order, op, n, S, U)                                                   \
  RETARGET_SIMD_2(__vcmp##order##s##n, S, -(x op y))                                              \
  RETARGET_SIMD_2(__vcmp##order##u##n, U, -(x op y))                                              \
  RETARGET_SIMD_2(__vset##order##s##n, S, x op y)                                                 \
  RETARGET_SIMD_2(__vset##order##u##n, U, x op y)
RETARGET_SIMD_WIDTH(2, short, unsigned short)
RETARGET_SIMD_WIDTH(4, signed char, unsigned char)
#undef RETARGET_SIMD_ORDER
#undef RETARGET_SIMD_WIDTH
#undef RETARGET_SIMD_2
#undef RETARGET_SIMD_1

// Extrema of three, of a sum and another, and those that are at least 0 (_relu), of words and of pairs of halves.
#define RETARGET_EXTREMA_32(T, letter, M, f)                                                                   \
  inline T __vi##M##3_##letter##32(T a, T b, T c) { return std::f(std::f(a, b), c); }                          \
  inline T __viadd##M##_##letter##32(T a, T b, T c) { return std::f(static_cast<T>(unsigned(a) + unsigned(b)), c); }        \
  inline T __vib##M##_##letter##32(T a, T b, bool* first) { return *first = std::f(a, b) == a, std::f(a, b); }
RETARGET_EXTREMA_32(int, s, max, max)
RETARGET_EXTREMA_32(int, s, min, min)
RETARGET_EXTREMA_32(unsigned, u, max, max)
RETARGET_EXTREMA_32(unsigned, u, min, min)
#undef RETARGET_EXTREMA_32
#define RETARGET_EXTREMA_16(T, letter, M, f)                                                                   \
  inline unsigned __vi##M##3_##letter##16x2(unsigned a, unsigned b, unsigned c) {                              \
    return retarget_host::lanewise<T>([](int x, int y, int z) { return std::f({x, y, z}); }, a, b, c);         \
  }                                                                                                            \
  inline unsigned __viadd##M##_##letter##16x2(unsigned a, unsigned b, unsigned c) {                            \
    return retarget_host::lanewise<T>([](int x, int y, int z) { return std::f(int{static_cast<T>(x + y)}, z); }, a, b, c); \
  }                                                                                                            \
  inline unsigned __vib##M##_##letter##16x2(unsigned a, unsigned b, bool* high, bool* low) {                   \
    const unsigned result = retarget_host::lanewise<T>([](int x, int y) { return std::f(x, y); }, a, b);       \
    *high = result >> 16 == a >> 16;                                                                           \
    *low = (result & 0xffffu) == (a & 0xffffu);                                                                \
    return result;                                                                                             \
  }
RETARGET_EXTREMA_16(short, s, max, max)
RETARGET_EXTREMA_16(short, s, min, min)
RETARGET_EXTREMA_16(unsigned short, u, max, max)
RETARGET_EXTREMA_16(unsigned short, u, min, min)
#undef RETARGET_EXTREMA_16
#define RETARGET_EXTREMA_RELU(M)                                                                               \
  inline int __vi##M##_s32_relu(int a, int b) { return std::max(std::M(a, b), 0); }                            \
  inline int __vi##M##3_s32_relu(int a, int b, int c) { return std::max(__vi##M##3_s32(a, b, c), 0); }         \
  inline int __viadd##M##_s32_relu(int a, int b, int c) { return std::max(__viadd##M##_s32(a, b, c), 0); }     \
  inline unsigned __vi##M##_s16x2_relu(unsigned a, unsigned b) { return __vmaxs2(__v##M##s2(a, b), 0); }       \
  inline unsigned __vi##M##3_s16x2_relu(unsigned a, unsigned b, unsigned c) {                                  \
    return __vmaxs2(__vi##M##3_s16x2(a, b, c), 0);                                                             \
  }                                                                                                            \
  inline unsigned __viadd##M##_s16x2_relu(unsigned a, unsigned b, unsigned c) {                                \
    return __vmaxs2(__viadd##M##_s16x2(a, b, c), 0);                                                           \
  }
RETARGET_EXTREMA_RELU(max)
RETARGET_EXTREMA_RELU(min)
#undef RETARGET_EXTREMA_RELU

// Dot products of four bytes, or of two halves with the lower or upper two bytes, added to c.
namespace retarget_host {
template <typename A, typename B>
inline unsigned dot(unsigned a, unsigned b, unsigned first, unsigned count, unsigned c) {
  for (unsigned i = 0; i < count; ++i)
    c += static_cast<unsigned>(Lanes<A>(a).lane[i]) * static_cast<unsigned>(Lanes<B>(b).lane[first + i]);
  return c;
}
template <typename T>
inline unsigned word_of(const T& value) {
  unsigned word;
  memcpy(&word, &value, 4);
  return word;
}
}  // namespace retarget_host

#define RETARGET_DOT(name, R, V2, V4, A, B, first, count)                                                      \
  inline R name(R a, R b, R c) { return static_cast<R>(retarget_host::dot<A, B>(a, b, first, count, c)); }     \
  inline R name(V2 a, V4 b, R c) {                                                                             \
    return static_cast<R>(retarget_host::dot<A, B>(retarget_host::word_of(a), retarget_host::word_of(b), first, count, c)); \
  }
RETARGET_DOT(__dp4a, int, char4, char4, signed char, signed char, 0, 4)
RETARGET_DOT(__dp4a, unsigned, uchar4, uchar4, unsigned char, unsigned char, 0, 4)
RETARGET_DOT(__dp2a_lo, int, short2, char4, short, signed char, 0, 2)
RETARGET_DOT(__dp2a_lo, unsigned, ushort2, uchar4, unsigned short, unsigned char, 0, 2)
RETARGET_DOT(__dp2a_hi, int, short2, char4, short, signed char, 2, 2)
RETARGET_DOT(__dp2a_hi, unsigned, ushort2, uchar4, unsigned short, unsigned char, 2, 2)
#undef RETARGET_DOT

#endif
