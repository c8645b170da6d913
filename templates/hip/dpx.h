// CUDA's DPX functions (__vi*): sums, maxima and minima in one step, of words and of pairs of halves.
// All are templates, so that a function of the same name in any HIP version is preferred.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_DPX_H
#define RETARGET_HIP_DPX_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#pragma push_macro("dpx")
#undef dpx
#pragma push_macro("larger")
#undef larger
#pragma push_macro("smaller")
#undef smaller
#pragma push_macro("total")
#undef total
#pragma push_macro("upper")
#undef upper
#pragma push_macro("lower")
#undef lower
#pragma push_macro("pair")
#undef pair

namespace retarget_hip {
namespace dpx {

template <typename Lane_>
__host__ __device__ inline Lane_ larger(Lane_ a_, Lane_ b_) {
  return a_ < b_ ? b_ : a_;
}
template <typename Lane_>
__host__ __device__ inline Lane_ smaller(Lane_ a_, Lane_ b_) {
  return b_ < a_ ? b_ : a_;
}
// Sums wrap around.
template <typename Lane_>
__host__ __device__ inline Lane_ total(Lane_ a_, Lane_ b_) {
  return static_cast<Lane_>(static_cast<unsigned>(a_) + static_cast<unsigned>(b_));
}

template <typename Lane_>
__host__ __device__ inline Lane_ upper(unsigned word_) {
  return static_cast<Lane_>(word_ >> 16);
}
template <typename Lane_>
__host__ __device__ inline Lane_ lower(unsigned word_) {
  return static_cast<Lane_>(word_ & 0xffffu);
}
template <typename Lane_>
__host__ __device__ inline unsigned pair(Lane_ upper_, Lane_ lower_) {
  return (static_cast<unsigned>(upper_) & 0xffffu) << 16 | (static_cast<unsigned>(lower_) & 0xffffu);
}

}  // namespace dpx
}  // namespace retarget_hip

// Functions of two or three words, and of each of their halves; the expression is of Lane_ values a_, b_, c_.
#define RETARGET_HIP_DPX_2(name, word, half, Word, Half, expression)                                     \
  template <typename = void>                                                                             \
  __host__ __device__ inline Word name##word(const Word a_, const Word b_) {                             \
    using namespace retarget_hip::dpx;                                                                   \
    using Lane_ = Word;                                                                                  \
    return expression;                                                                                   \
  }                                                                                                      \
  template <typename = void>                                                                             \
  __host__ __device__ inline unsigned name##half(const unsigned a2_, const unsigned b2_) {               \
    using namespace retarget_hip::dpx;                                                                   \
    using Lane_ = Half;                                                                                  \
    auto of_ = [](Lane_ a_, Lane_ b_) -> Lane_ { return expression; };                                   \
    return pair<Lane_>(of_(upper<Lane_>(a2_), upper<Lane_>(b2_)), of_(lower<Lane_>(a2_), lower<Lane_>(b2_))); \
  }
#define RETARGET_HIP_DPX_3(name, word, half, Word, Half, expression)                                     \
  template <typename = void>                                                                             \
  __host__ __device__ inline Word name##word(const Word a_, const Word b_, const Word c_) {              \
    using namespace retarget_hip::dpx;                                                                   \
    using Lane_ = Word;                                                                                  \
    return expression;                                                                                   \
  }                                                                                                      \
  template <typename = void>                                                                             \
  __host__ __device__ inline unsigned name##half(const unsigned a2_, const unsigned b2_, const unsigned c2_) { \
    using namespace retarget_hip::dpx;                                                                   \
    using Lane_ = Half;                                                                                  \
    auto of_ = [](Lane_ a_, Lane_ b_, Lane_ c_) -> Lane_ { return expression; };                         \
    return pair<Lane_>(of_(upper<Lane_>(a2_), upper<Lane_>(b2_), upper<Lane_>(c2_)),                     \
                       of_(lower<Lane_>(a2_), lower<Lane_>(b2_), lower<Lane_>(c2_)));                    \
  }
#define RETARGET_HIP_DPX_SIGNED(count, name, suffix, expression) \
  RETARGET_HIP_DPX_##count(name, _s32##suffix, _s16x2##suffix, int, short, expression)
#define RETARGET_HIP_DPX_BOTH(count, name, expression)   \
  RETARGET_HIP_DPX_SIGNED(count, name, , expression)     \
  RETARGET_HIP_DPX_##count(name, _u32, _u16x2, unsigned, unsigned short, expression)

RETARGET_HIP_DPX_SIGNED(2, __vimax, _relu, larger<Lane_>(larger<Lane_>(a_, b_), 0))
RETARGET_HIP_DPX_SIGNED(2, __vimin, _relu, larger<Lane_>(smaller<Lane_>(a_, b_), 0))
RETARGET_HIP_DPX_BOTH(3, __vimax3, larger<Lane_>(larger<Lane_>(a_, b_), c_))
RETARGET_HIP_DPX_BOTH(3, __vimin3, smaller<Lane_>(smaller<Lane_>(a_, b_), c_))
RETARGET_HIP_DPX_SIGNED(3, __vimax3, _relu, larger<Lane_>(larger<Lane_>(larger<Lane_>(a_, b_), c_), 0))
RETARGET_HIP_DPX_SIGNED(3, __vimin3, _relu, larger<Lane_>(smaller<Lane_>(smaller<Lane_>(a_, b_), c_), 0))
RETARGET_HIP_DPX_BOTH(3, __viaddmax, larger<Lane_>(total<Lane_>(a_, b_), c_))
RETARGET_HIP_DPX_BOTH(3, __viaddmin, smaller<Lane_>(total<Lane_>(a_, b_), c_))
RETARGET_HIP_DPX_SIGNED(3, __viaddmax, _relu, larger<Lane_>(larger<Lane_>(total<Lane_>(a_, b_), c_), 0))
RETARGET_HIP_DPX_SIGNED(3, __viaddmin, _relu, larger<Lane_>(smaller<Lane_>(total<Lane_>(a_, b_), c_), 0))

#undef RETARGET_HIP_DPX_BOTH
#undef RETARGET_HIP_DPX_SIGNED
#undef RETARGET_HIP_DPX_3
#undef RETARGET_HIP_DPX_2

// Those that tell whether the first was chosen; the first is, of equals.
#define RETARGET_HIP_DPX_TOLD(name, word, half, Word, Half, relation)                                         \
  template <typename = void>                                                                                  \
  __host__ __device__ inline Word name##word(const Word a_, const Word b_, bool* const first_) {              \
    *first_ = a_ relation b_;                                                                                 \
    return *first_ ? a_ : b_;                                                                                 \
  }                                                                                                           \
  template <typename = void>                                                                                  \
  __host__ __device__ inline unsigned name##half(const unsigned a_, const unsigned b_, bool* const upper_,    \
                                                 bool* const lower_) {                                        \
    using namespace retarget_hip::dpx;                                                                        \
    *upper_ = upper<Half>(a_) relation upper<Half>(b_);                                                       \
    *lower_ = lower<Half>(a_) relation lower<Half>(b_);                                                       \
    return pair<Half>(upper<Half>(*upper_ ? a_ : b_), lower<Half>(*lower_ ? a_ : b_));                        \
  }
RETARGET_HIP_DPX_TOLD(__vibmax, _s32, _s16x2, int, short, >=)
RETARGET_HIP_DPX_TOLD(__vibmax, _u32, _u16x2, unsigned, unsigned short, >=)
RETARGET_HIP_DPX_TOLD(__vibmin, _s32, _s16x2, int, short, <=)
RETARGET_HIP_DPX_TOLD(__vibmin, _u32, _u16x2, unsigned, unsigned short, <=)
#undef RETARGET_HIP_DPX_TOLD

#pragma pop_macro("dpx")
#pragma pop_macro("larger")
#pragma pop_macro("smaller")
#pragma pop_macro("total")
#pragma pop_macro("upper")
#pragma pop_macro("lower")
#pragma pop_macro("pair")

#endif
#endif
