// CUDA's SIMD-in-a-word functions: __v* on two halves or four bytes, __dp2a and __dp4a.
// All are templates, so that a function of the same name in any HIP version is preferred.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_SIMD_H
#define RETARGET_HIP_SIMD_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

namespace retarget_hip {
namespace simd {

template <typename Lane>
__host__ __device__ inline int lane(unsigned word, unsigned index) {
  return static_cast<Lane>(word >> (8 * sizeof(Lane) * index));
}

template <typename Lane>
__host__ __device__ inline unsigned place(int value, unsigned index) {
  constexpr unsigned mask = 0xffffffffu >> (32 - 8 * sizeof(Lane));
  return (static_cast<unsigned>(value) & mask) << (8 * sizeof(Lane) * index);
}

template <typename Lane>
__host__ __device__ constexpr int lowest() {
  return Lane(-1) < Lane(0) ? -(1 << (8 * sizeof(Lane) - 1)) : 0;
}
template <typename Lane>
__host__ __device__ constexpr int highest() {
  return Lane(-1) < Lane(0) ? (1 << (8 * sizeof(Lane) - 1)) - 1 : (1 << (8 * sizeof(Lane))) - 1;
}
template <typename Lane>
__host__ __device__ inline int saturate(int value) {
  return value < lowest<Lane>() ? lowest<Lane>() : value > highest<Lane>() ? highest<Lane>() : value;
}

// Each lane of the result is combine(lane of a, lane of b); sums add them up.
template <typename Lane, typename Combine>
__host__ __device__ inline unsigned each(unsigned a, unsigned b, Combine combine) {
  unsigned result = 0;
  for (unsigned i = 0; i < 4 / sizeof(Lane); ++i)
    result |= place<Lane>(combine(lane<Lane>(a, i), lane<Lane>(b, i)), i);
  return result;
}
template <typename Lane, typename Combine>
__host__ __device__ inline unsigned sum(unsigned a, unsigned b, Combine combine) {
  unsigned result = 0;
  for (unsigned i = 0; i < 4 / sizeof(Lane); ++i)
    result += static_cast<unsigned>(combine(lane<Lane>(a, i), lane<Lane>(b, i)));
  return result;
}

}  // namespace simd
}  // namespace retarget_hip

#define RETARGET_HIP_SIMD_ONE(name, fold, Type, expression)                                          \
  template <typename = void>                                                                         \
  __device__ inline unsigned name(unsigned a, unsigned b) {                                          \
    using Lane = Type;                                                                               \
    using retarget_hip::simd::saturate;                                                              \
    return retarget_hip::simd::fold<Lane>(a, b, [](int x, int y) -> int { return expression; });     \
  }
#define RETARGET_HIP_SIMD_UNARY(name, expression)                                                    \
  template <typename = void>                                                                         \
  __device__ inline unsigned name##2(unsigned a) {                                                   \
    using Lane = short;                                                                              \
    return retarget_hip::simd::each<Lane>(a, a, [](int x, int) -> int { return expression; });       \
  }                                                                                                  \
  template <typename = void>                                                                         \
  __device__ inline unsigned name##4(unsigned a) {                                                   \
    using Lane = signed char;                                                                        \
    return retarget_hip::simd::each<Lane>(a, a, [](int x, int) -> int { return expression; });       \
  }
#define RETARGET_HIP_SIMD_SIGNED(name, fold, expression)                                             \
  RETARGET_HIP_SIMD_ONE(name##2, fold, short, expression)                                            \
  RETARGET_HIP_SIMD_ONE(name##4, fold, signed char, expression)
#define RETARGET_HIP_SIMD_UNSIGNED(name, fold, expression)                                           \
  RETARGET_HIP_SIMD_ONE(name##2, fold, unsigned short, expression)                                   \
  RETARGET_HIP_SIMD_ONE(name##4, fold, unsigned char, expression)
// A comparison exists as a mask of all ones, and as a 1, for signed and for unsigned lanes.
#define RETARGET_HIP_SIMD_COMPARISON(suffix, relation)                                               \
  RETARGET_HIP_SIMD_SIGNED(__vcmp##suffix##s, each, x relation y ? -1 : 0)                           \
  RETARGET_HIP_SIMD_UNSIGNED(__vcmp##suffix##u, each, x relation y ? -1 : 0)                         \
  RETARGET_HIP_SIMD_SIGNED(__vset##suffix##s, each, x relation y ? 1 : 0)                            \
  RETARGET_HIP_SIMD_UNSIGNED(__vset##suffix##u, each, x relation y ? 1 : 0)

RETARGET_HIP_SIMD_UNSIGNED(__vadd, each, x + y)
RETARGET_HIP_SIMD_UNSIGNED(__vsub, each, x - y)
RETARGET_HIP_SIMD_SIGNED(__vaddss, each, saturate<Lane>(x + y))
RETARGET_HIP_SIMD_UNSIGNED(__vaddus, each, saturate<Lane>(x + y))
RETARGET_HIP_SIMD_SIGNED(__vsubss, each, saturate<Lane>(x - y))
RETARGET_HIP_SIMD_UNSIGNED(__vsubus, each, saturate<Lane>(x - y))
RETARGET_HIP_SIMD_SIGNED(__vavgs, each, (x + y + (x + y >= 0)) >> 1)
RETARGET_HIP_SIMD_UNSIGNED(__vavgu, each, (x + y + 1) >> 1)
RETARGET_HIP_SIMD_UNSIGNED(__vhaddu, each, (x + y) >> 1)
RETARGET_HIP_SIMD_SIGNED(__vabsdiffs, each, x < y ? y - x : x - y)
RETARGET_HIP_SIMD_UNSIGNED(__vabsdiffu, each, x < y ? y - x : x - y)
RETARGET_HIP_SIMD_SIGNED(__vsads, sum, x < y ? y - x : x - y)
RETARGET_HIP_SIMD_UNSIGNED(__vsadu, sum, x < y ? y - x : x - y)
RETARGET_HIP_SIMD_SIGNED(__vmaxs, each, x < y ? y : x)
RETARGET_HIP_SIMD_UNSIGNED(__vmaxu, each, x < y ? y : x)
RETARGET_HIP_SIMD_SIGNED(__vmins, each, x < y ? x : y)
RETARGET_HIP_SIMD_UNSIGNED(__vminu, each, x < y ? x : y)
RETARGET_HIP_SIMD_UNSIGNED(__vcmpeq, each, x == y ? -1 : 0)
RETARGET_HIP_SIMD_UNSIGNED(__vcmpne, each, x != y ? -1 : 0)
RETARGET_HIP_SIMD_UNSIGNED(__vseteq, each, x == y ? 1 : 0)
RETARGET_HIP_SIMD_UNSIGNED(__vsetne, each, x != y ? 1 : 0)
RETARGET_HIP_SIMD_COMPARISON(ge, >=)
RETARGET_HIP_SIMD_COMPARISON(gt, >)
RETARGET_HIP_SIMD_COMPARISON(le, <=)
RETARGET_HIP_SIMD_COMPARISON(lt, <)
RETARGET_HIP_SIMD_UNARY(__vneg, -x)
RETARGET_HIP_SIMD_UNARY(__vnegss, retarget_hip::simd::saturate<Lane>(-x))
RETARGET_HIP_SIMD_UNARY(__vabs, x < 0 ? -x : x)
RETARGET_HIP_SIMD_UNARY(__vabsss, retarget_hip::simd::saturate<Lane>(x < 0 ? -x : x))

#undef RETARGET_HIP_SIMD_COMPARISON
#undef RETARGET_HIP_SIMD_UNSIGNED
#undef RETARGET_HIP_SIMD_SIGNED
#undef RETARGET_HIP_SIMD_UNARY
#undef RETARGET_HIP_SIMD_ONE

// Dot products of four bytes, and of two halves with the low or the high two bytes, added to c.
template <typename = void>
__device__ inline int __dp4a(int a, int b, int c) {
  return c + static_cast<int>(retarget_hip::simd::sum<signed char>(a, b, [](int x, int y) { return x * y; }));
}
template <typename = void>
__device__ inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
  return c + retarget_hip::simd::sum<unsigned char>(a, b, [](int x, int y) { return x * y; });
}
template <typename = void>
__device__ inline int __dp4a(char4 a, char4 b, int c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
template <typename = void>
__device__ inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
  return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
template <typename = void>
__device__ inline int __dp2a_lo(short2 a, char4 b, int c) {
  return c + a.x * b.x + a.y * b.y;
}
template <typename = void>
__device__ inline int __dp2a_hi(short2 a, char4 b, int c) {
  return c + a.x * b.z + a.y * b.w;
}
template <typename = void>
__device__ inline unsigned __dp2a_lo(ushort2 a, uchar4 b, unsigned c) {
  return c + static_cast<unsigned>(a.x) * b.x + static_cast<unsigned>(a.y) * b.y;
}
template <typename = void>
__device__ inline unsigned __dp2a_hi(ushort2 a, uchar4 b, unsigned c) {
  return c + static_cast<unsigned>(a.x) * b.z + static_cast<unsigned>(a.y) * b.w;
}
template <typename = void>
__device__ inline int __dp2a_lo(int a, int b, int c) {
  using retarget_hip::simd::lane;
  return c + lane<short>(a, 0) * lane<signed char>(b, 0) + lane<short>(a, 1) * lane<signed char>(b, 1);
}
template <typename = void>
__device__ inline int __dp2a_hi(int a, int b, int c) {
  return __dp2a_lo(a, static_cast<int>(static_cast<unsigned>(b) >> 16), c);
}
template <typename = void>
__device__ inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
  return c + (a & 0xffffu) * (b & 0xffu) + (a >> 16) * ((b >> 8) & 0xffu);
}
template <typename = void>
__device__ inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) {
  return __dp2a_lo(a, b >> 16, c);
}

#endif
#endif
