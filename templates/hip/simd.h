// CUDA's SIMD-in-a-word functions: __v* on two halves or four bytes, __dp2a and __dp4a.
// All are templates, so that a function of the same name in any HIP version is preferred.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_SIMD_H
#define RETARGET_HIP_SIMD_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#pragma push_macro("each")
#undef each
#pragma push_macro("lane")
#undef lane
#pragma push_macro("simd")
#undef simd
#pragma push_macro("sum")
#undef sum
#pragma push_macro("w")
#undef w
#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z

namespace retarget_hip {
namespace simd {

template <typename Lane_>
__host__ __device__ inline int lane(unsigned word_, unsigned index_) {
  return static_cast<Lane_>(word_ >> (8 * sizeof(Lane_) * index_));
}

template <typename Lane_>
__host__ __device__ inline unsigned place(int value_, unsigned index_) {
  constexpr unsigned mask_ = 0xffffffffu >> (32 - 8 * sizeof(Lane_));
  return (static_cast<unsigned>(value_) & mask_) << (8 * sizeof(Lane_) * index_);
}

template <typename Lane_>
__host__ __device__ constexpr int lowest() {
  return Lane_(-1) < Lane_(0) ? -(1 << (8 * sizeof(Lane_) - 1)) : 0;
}
template <typename Lane_>
__host__ __device__ constexpr int highest() {
  return Lane_(-1) < Lane_(0) ? (1 << (8 * sizeof(Lane_) - 1)) - 1 : (1 << (8 * sizeof(Lane_))) - 1;
}
template <typename Lane_>
__host__ __device__ inline int saturate(int value_) {
  return value_ < lowest<Lane_>() ? lowest<Lane_>() : value_ > highest<Lane_>() ? highest<Lane_>() : value_;
}

// Each lane of the result is combine(lane of a, lane of b); sums add them up.
template <typename Lane_, typename Combine_>
__host__ __device__ inline unsigned each(unsigned a_, unsigned b_, Combine_ combine_) {
  unsigned result_ = 0;
  for (unsigned i_ = 0; i_ < 4 / sizeof(Lane_); ++i_)
    result_ |= place<Lane_>(combine_(lane<Lane_>(a_, i_), lane<Lane_>(b_, i_)), i_);
  return result_;
}
template <typename Lane_, typename Combine_>
__host__ __device__ inline unsigned sum(unsigned a_, unsigned b_, Combine_ combine_) {
  unsigned result_ = 0;
  for (unsigned i_ = 0; i_ < 4 / sizeof(Lane_); ++i_)
    result_ += static_cast<unsigned>(combine_(lane<Lane_>(a_, i_), lane<Lane_>(b_, i_)));
  return result_;
}

}  // namespace simd
}  // namespace retarget_hip

#define RETARGET_HIP_SIMD_ONE(name, fold, Type, expression)                                          \
  template <typename = void>                                                                         \
  __device__ inline unsigned name(unsigned a_, unsigned b_) {                                          \
    using Lane_ = Type;                                                                               \
    using retarget_hip::simd::saturate;                                                              \
    return retarget_hip::simd::fold<Lane_>(a_, b_, [](int x_, int y_) -> int { return expression; });     \
  }
#define RETARGET_HIP_SIMD_UNARY(name, expression)                                                    \
  template <typename = void>                                                                         \
  __device__ inline unsigned name##2(unsigned a_) {                                                   \
    using Lane_ = short;                                                                              \
    return retarget_hip::simd::each<Lane_>(a_, a_, [](int x_, int) -> int { return expression; });       \
  }                                                                                                  \
  template <typename = void>                                                                         \
  __device__ inline unsigned name##4(unsigned a_) {                                                   \
    using Lane_ = signed char;                                                                        \
    return retarget_hip::simd::each<Lane_>(a_, a_, [](int x_, int) -> int { return expression; });       \
  }
#define RETARGET_HIP_SIMD_SIGNED(name, fold, expression)                                             \
  RETARGET_HIP_SIMD_ONE(name##2, fold, short, expression)                                            \
  RETARGET_HIP_SIMD_ONE(name##4, fold, signed char, expression)
#define RETARGET_HIP_SIMD_UNSIGNED(name, fold, expression)                                           \
  RETARGET_HIP_SIMD_ONE(name##2, fold, unsigned short, expression)                                   \
  RETARGET_HIP_SIMD_ONE(name##4, fold, unsigned char, expression)
// A comparison exists as a mask of all ones, and as a 1, for signed and for unsigned lanes.
#define RETARGET_HIP_SIMD_COMPARISON(suffix, relation)                                               \
  RETARGET_HIP_SIMD_SIGNED(__vcmp##suffix##s, each, x_ relation y_ ? -1 : 0)                           \
  RETARGET_HIP_SIMD_UNSIGNED(__vcmp##suffix##u, each, x_ relation y_ ? -1 : 0)                         \
  RETARGET_HIP_SIMD_SIGNED(__vset##suffix##s, each, x_ relation y_ ? 1 : 0)                            \
  RETARGET_HIP_SIMD_UNSIGNED(__vset##suffix##u, each, x_ relation y_ ? 1 : 0)

RETARGET_HIP_SIMD_UNSIGNED(__vadd, each, x_ + y_)
RETARGET_HIP_SIMD_UNSIGNED(__vsub, each, x_ - y_)
RETARGET_HIP_SIMD_SIGNED(__vaddss, each, saturate<Lane_>(x_ + y_))
RETARGET_HIP_SIMD_UNSIGNED(__vaddus, each, saturate<Lane_>(x_ + y_))
RETARGET_HIP_SIMD_SIGNED(__vsubss, each, saturate<Lane_>(x_ - y_))
RETARGET_HIP_SIMD_UNSIGNED(__vsubus, each, saturate<Lane_>(x_ - y_))
RETARGET_HIP_SIMD_SIGNED(__vavgs, each, (x_ + y_ + (x_ + y_ >= 0)) >> 1)
RETARGET_HIP_SIMD_UNSIGNED(__vavgu, each, (x_ + y_ + 1) >> 1)
RETARGET_HIP_SIMD_UNSIGNED(__vhaddu, each, (x_ + y_) >> 1)
RETARGET_HIP_SIMD_SIGNED(__vabsdiffs, each, x_ < y_ ? y_ - x_ : x_ - y_)
RETARGET_HIP_SIMD_UNSIGNED(__vabsdiffu, each, x_ < y_ ? y_ - x_ : x_ - y_)
RETARGET_HIP_SIMD_SIGNED(__vsads, sum, x_ < y_ ? y_ - x_ : x_ - y_)
RETARGET_HIP_SIMD_UNSIGNED(__vsadu, sum, x_ < y_ ? y_ - x_ : x_ - y_)
RETARGET_HIP_SIMD_SIGNED(__vmaxs, each, x_ < y_ ? y_ : x_)
RETARGET_HIP_SIMD_UNSIGNED(__vmaxu, each, x_ < y_ ? y_ : x_)
RETARGET_HIP_SIMD_SIGNED(__vmins, each, x_ < y_ ? x_ : y_)
RETARGET_HIP_SIMD_UNSIGNED(__vminu, each, x_ < y_ ? x_ : y_)
RETARGET_HIP_SIMD_UNSIGNED(__vcmpeq, each, x_ == y_ ? -1 : 0)
RETARGET_HIP_SIMD_UNSIGNED(__vcmpne, each, x_ != y_ ? -1 : 0)
RETARGET_HIP_SIMD_UNSIGNED(__vseteq, each, x_ == y_ ? 1 : 0)
RETARGET_HIP_SIMD_UNSIGNED(__vsetne, each, x_ != y_ ? 1 : 0)
RETARGET_HIP_SIMD_COMPARISON(ge, >=)
RETARGET_HIP_SIMD_COMPARISON(gt, >)
RETARGET_HIP_SIMD_COMPARISON(le, <=)
RETARGET_HIP_SIMD_COMPARISON(lt, <)
RETARGET_HIP_SIMD_UNARY(__vneg, -x_)
RETARGET_HIP_SIMD_UNARY(__vnegss, retarget_hip::simd::saturate<Lane_>(-x_))
RETARGET_HIP_SIMD_UNARY(__vabs, x_ < 0 ? -x_ : x_)
RETARGET_HIP_SIMD_UNARY(__vabsss, retarget_hip::simd::saturate<Lane_>(x_ < 0 ? -x_ : x_))

#undef RETARGET_HIP_SIMD_COMPARISON
#undef RETARGET_HIP_SIMD_UNSIGNED
#undef RETARGET_HIP_SIMD_SIGNED
#undef RETARGET_HIP_SIMD_UNARY
#undef RETARGET_HIP_SIMD_ONE

// Dot products of four bytes, and of two halves with the low or the high two bytes, added to c.
template <typename = void>
__device__ inline int __dp4a(int a_, int b_, int c_) {
  return c_ + static_cast<int>(retarget_hip::simd::sum<signed char>(a_, b_, [](int x_, int y_) { return x_ * y_; }));
}
template <typename = void>
__device__ inline unsigned __dp4a(unsigned a_, unsigned b_, unsigned c_) {
  return c_ + retarget_hip::simd::sum<unsigned char>(a_, b_, [](int x_, int y_) { return x_ * y_; });
}
template <typename = void>
__device__ inline int __dp4a(char4 a_, char4 b_, int c_) {
  return c_ + a_.x * b_.x + a_.y * b_.y + a_.z * b_.z + a_.w * b_.w;
}
template <typename = void>
__device__ inline unsigned __dp4a(uchar4 a_, uchar4 b_, unsigned c_) {
  return c_ + a_.x * b_.x + a_.y * b_.y + a_.z * b_.z + a_.w * b_.w;
}
template <typename = void>
__device__ inline int __dp2a_lo(short2 a_, char4 b_, int c_) {
  return c_ + a_.x * b_.x + a_.y * b_.y;
}
template <typename = void>
__device__ inline int __dp2a_hi(short2 a_, char4 b_, int c_) {
  return c_ + a_.x * b_.z + a_.y * b_.w;
}
template <typename = void>
__device__ inline unsigned __dp2a_lo(ushort2 a_, uchar4 b_, unsigned c_) {
  return c_ + static_cast<unsigned>(a_.x) * b_.x + static_cast<unsigned>(a_.y) * b_.y;
}
template <typename = void>
__device__ inline unsigned __dp2a_hi(ushort2 a_, uchar4 b_, unsigned c_) {
  return c_ + static_cast<unsigned>(a_.x) * b_.z + static_cast<unsigned>(a_.y) * b_.w;
}
template <typename = void>
__device__ inline int __dp2a_lo(int a_, int b_, int c_) {
  using retarget_hip::simd::lane;
  return c_ + lane<short>(a_, 0) * lane<signed char>(b_, 0) + lane<short>(a_, 1) * lane<signed char>(b_, 1);
}
template <typename = void>
__device__ inline int __dp2a_hi(int a_, int b_, int c_) {
  return __dp2a_lo(a_, static_cast<int>(static_cast<unsigned>(b_) >> 16), c_);
}
template <typename = void>
__device__ inline unsigned __dp2a_lo(unsigned a_, unsigned b_, unsigned c_) {
  return c_ + (a_ & 0xffffu) * (b_ & 0xffu) + (a_ >> 16) * ((b_ >> 8) & 0xffu);
}
template <typename = void>
__device__ inline unsigned __dp2a_hi(unsigned a_, unsigned b_, unsigned c_) {
  return __dp2a_lo(a_, b_ >> 16, c_);
}

#pragma pop_macro("each")
#pragma pop_macro("lane")
#pragma pop_macro("simd")
#pragma pop_macro("sum")
#pragma pop_macro("w")
#pragma pop_macro("x")
#pragma pop_macro("y")
#pragma pop_macro("z")

#endif
#endif
