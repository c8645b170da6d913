// CUDA's conversions with a directed rounding (_rd down, _ru up, _rz to zero) to float, double and half: HIP's own take
// the nearest number whatever their names say.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_ROUNDED_CONVERSIONS_H
#define RETARGET_HIP_ROUNDED_CONVERSIONS_H
#ifdef __cplusplus

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {
namespace directed {

enum class Toward { down, up, zero };

// Which way a rounded number has to move: `off_` has the sign of its distance from the exact one.
__host__ __device__ inline int off_by(int off_, bool is_negative_, Toward toward_) {
  if (off_ > 0 && (toward_ == Toward::down || (toward_ == Toward::zero && !is_negative_))) return -1;
  if (off_ < 0 && (toward_ == Toward::up || (toward_ == Toward::zero && is_negative_))) return 1;
  return 0;
}

// The next number above or below, by its bits.
template <typename Bits_>
__host__ __device__ inline Bits_ moved_one(Bits_ bits_, int up_) {
  constexpr Bits_ sign_ = static_cast<Bits_>(Bits_(1) << (8 * sizeof(Bits_) - 1));
  if (!(bits_ & static_cast<Bits_>(~sign_))) return static_cast<Bits_>(up_ > 0 ? 1 : sign_ | 1);
  return static_cast<Bits_>((bits_ & sign_ ? -up_ : up_) + bits_);
}

__host__ __device__ inline float to_float(double x_, Toward toward_) {
  const float near_ = static_cast<float>(x_);
  const int up_ = near_ == x_ ? 0 : off_by(near_ > x_ ? 1 : near_ < x_ ? -1 : 0, x_ < 0, toward_);
  if (!up_) return near_;
  const unsigned moved_ = moved_one(__builtin_bit_cast(unsigned, near_), up_);
  return __builtin_bit_cast(float, moved_);
}

__host__ __device__ inline __half to_half(float x_, Toward toward_) {
  const __half near_ = __float2half(x_);
  const float back_ = __half2float(near_);
  const int up_ = off_by(back_ > x_ ? 1 : back_ < x_ ? -1 : 0, x_ < 0, toward_);
  if (!up_) return near_;
  const unsigned short moved_ = moved_one(__builtin_bit_cast(unsigned short, near_), up_);
  return __builtin_bit_cast(__half, moved_);
}

// The bits of a whole number that a Real_ can hold; what is cut off tells whether the next one is due.
template <typename Real_, typename Bits_, int DIGITS_>
__host__ __device__ inline Real_ whole_to(unsigned long long size_, bool is_negative_, Toward toward_) {
  const int beyond_ = size_ ? 64 - DIGITS_ - __builtin_clzll(size_) : 0;
  const unsigned long long held_ = beyond_ > 0 ? size_ >> beyond_ << beyond_ : size_;
  Real_ made_ = static_cast<Real_>(held_);
  if (held_ != size_ && toward_ == (is_negative_ ? Toward::down : Toward::up)) {
    const Bits_ moved_ = moved_one(__builtin_bit_cast(Bits_, made_), 1);
    made_ = __builtin_bit_cast(Real_, moved_);
  }
  return is_negative_ ? -made_ : made_;
}

template <typename Whole_>
__host__ __device__ inline unsigned long long size_of(Whole_ x_) {
  return x_ < 0 ? 0 - static_cast<unsigned long long>(x_) : static_cast<unsigned long long>(x_);
}
template <typename Whole_>
__host__ __device__ inline float float_of(Whole_ x_, Toward toward_) {
  return whole_to<float, unsigned, 24>(size_of(x_), x_ < 0, toward_);
}
template <typename Whole_>
__host__ __device__ inline double double_of(Whole_ x_, Toward toward_) {
  return whole_to<double, unsigned long long, 53>(size_of(x_), x_ < 0, toward_);
}
// A number rounded twice in one direction is rounded once.
template <typename Whole_>
__host__ __device__ inline __half half_of(Whole_ x_, Toward toward_) {
  return to_half(float_of(x_, toward_), toward_);
}

}  // namespace directed

#define RETARGET_HIP_DIRECTED(suffix, toward)                                                                            \
  __device__ inline float double2float_##suffix(double x_) { return directed::to_float(x_, directed::Toward::toward); }  \
  __device__ inline float int2float_##suffix(int x_) { return directed::float_of(x_, directed::Toward::toward); }        \
  __device__ inline float uint2float_##suffix(unsigned x_) { return directed::float_of(x_, directed::Toward::toward); }  \
  __device__ inline float ll2float_##suffix(long long x_) { return directed::float_of(x_, directed::Toward::toward); }   \
  __device__ inline float ull2float_##suffix(unsigned long long x_) {                                                    \
    return directed::float_of(x_, directed::Toward::toward);                                                             \
  }                                                                                                                      \
  __device__ inline double ll2double_##suffix(long long x_) { return directed::double_of(x_, directed::Toward::toward); } \
  __device__ inline double ull2double_##suffix(unsigned long long x_) {                                                  \
    return directed::double_of(x_, directed::Toward::toward);                                                            \
  }                                                                                                                      \
  __host__ __device__ inline __half float2half_##suffix(float x_) {                                                      \
    return directed::to_half(x_, directed::Toward::toward);                                                              \
  }                                                                                                                      \
  __host__ __device__ inline __half int2half_##suffix(int x_) { return directed::half_of(x_, directed::Toward::toward); } \
  __host__ __device__ inline __half uint2half_##suffix(unsigned x_) {                                                    \
    return directed::half_of(x_, directed::Toward::toward);                                                              \
  }                                                                                                                      \
  __host__ __device__ inline __half short2half_##suffix(short x_) {                                                      \
    return directed::half_of(x_, directed::Toward::toward);                                                              \
  }                                                                                                                      \
  __host__ __device__ inline __half ushort2half_##suffix(unsigned short x_) {                                            \
    return directed::half_of(x_, directed::Toward::toward);                                                              \
  }                                                                                                                      \
  __host__ __device__ inline __half ll2half_##suffix(long long x_) {                                                     \
    return directed::half_of(x_, directed::Toward::toward);                                                              \
  }                                                                                                                      \
  __host__ __device__ inline __half ull2half_##suffix(unsigned long long x_) {                                           \
    return directed::half_of(x_, directed::Toward::toward);                                                              \
  }
RETARGET_HIP_DIRECTED(rd, down)
RETARGET_HIP_DIRECTED(ru, up)
RETARGET_HIP_DIRECTED(rz, zero)
#undef RETARGET_HIP_DIRECTED

}  // namespace retarget_hip

#endif

#endif
#endif
