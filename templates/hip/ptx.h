// Stands for PTX instructions on integers that no function of HIP gives: bit fields, clamped shifts, carries.
// Names and operand orders are those of the PTX ISA. No name here is one that a macro of the program may have.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_PTX_H
#define RETARGET_HIP_PTX_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>
#include <stdint.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

template <unsigned bytes_>
struct ptx_word_;
template <>
struct ptx_word_<1> {
  using plain_ = uint8_t;
};
template <>
struct ptx_word_<2> {
  using plain_ = uint16_t;
};
template <>
struct ptx_word_<4> {
  using plain_ = uint32_t;
};
template <>
struct ptx_word_<8> {
  using plain_ = uint64_t;
};
template <typename T_>
using ptx_unsigned_ = typename ptx_word_<sizeof(T_)>::plain_;
template <typename T_>
constexpr uint32_t ptx_bits_() {
  return 8 * sizeof(T_);
}

// A shift by the width or more gives 0, or the sign.
template <typename T_>
__device__ inline T_ ptx_shl(T_ a_, uint32_t b_) {
  return b_ < ptx_bits_<T_>() ? T_(ptx_unsigned_<T_>(a_) << b_) : T_(0);
}
template <typename T_>
__device__ inline T_ ptx_shr(T_ a_, uint32_t b_) {
  constexpr uint32_t last_ = ptx_bits_<T_>() - 1;
  return a_ >> (b_ <= last_ ? b_ : last_) >> (b_ <= last_ || a_ < T_(0) ? 0 : 1);
}

// Position and length count by their low 8 bits; a field that runs over the top is filled by the sign, or by 0.
template <typename T_>
__device__ inline T_ ptx_bfe(T_ a_, uint32_t position_, uint32_t length_) {
  constexpr uint32_t bits_ = ptx_bits_<T_>();
  position_ &= 255;
  length_ &= 255;
  const uint32_t top_ = position_ + length_ < bits_ ? position_ + length_ : bits_;
  if (length_ == 0) return 0;
  if (position_ >= bits_) return a_ < T_(0) ? T_(-1) : T_(0);
  return ptx_shr<T_>(T_(ptx_unsigned_<T_>(a_) << (bits_ - top_)), bits_ - (top_ - position_));
}
template <typename T_>
__device__ inline T_ ptx_bfi(T_ a_, T_ b_, uint32_t position_, uint32_t length_) {
  const T_ mask_ = ptx_shl<T_>(T_(ptx_shl<T_>(1, length_ & 255) - 1), position_ & 255);
  return (b_ & ~mask_) | (ptx_shl<T_>(a_, position_ & 255) & mask_);
}
// A mask of `length_` ones from `position_` on; both are taken modulo 32, or clamped to 32.
__device__ inline uint32_t ptx_bmsk_wrap(uint32_t position_, uint32_t length_) {
  return ((1u << (length_ & 31)) - 1u) << (position_ & 31);
}
__device__ inline uint32_t ptx_bmsk_clamp(uint32_t position_, uint32_t length_) {
  return ptx_shl<uint32_t>(ptx_shl<uint32_t>(1, length_) - 1u, position_);
}
// The low `length_` bits, extended by their sign, or by 0.
template <typename T_>
__device__ inline T_ ptx_szext_clamp(T_ a_, uint32_t length_) {
  return length_ >= 32 ? a_ : ptx_bfe<T_>(a_, 0, length_);
}
template <typename T_>
__device__ inline T_ ptx_szext_wrap(T_ a_, uint32_t length_) {
  return ptx_bfe<T_>(a_, 0, length_ & 31);
}

// HIP's own __sad overflows.
__device__ inline uint32_t ptx_sad(int32_t a_, int32_t b_, uint32_t c_) {
  return c_ + (a_ < b_ ? (uint32_t)b_ - (uint32_t)a_ : (uint32_t)a_ - (uint32_t)b_);
}

// The position of the highest bit that differs from the sign; all ones where there is none.
template <typename T_>
__device__ inline uint32_t ptx_bfind(T_ a_) {
  const uint64_t bits_ = ptx_unsigned_<T_>(a_ < T_(0) ? T_(~a_) : a_);
  return bits_ ? 63u - (uint32_t)__builtin_clzll(bits_) : ~0u;
}
template <typename T_>
__device__ inline uint32_t ptx_bfind_shiftamt(T_ a_) {
  const uint32_t position_ = ptx_bfind<T_>(a_);
  return position_ == ~0u ? position_ : ptx_bits_<T_>() - 1 - position_;
}

// Each nibble of `selector_` picks a byte of {b, a}; its high bit asks for eight times the sign of that byte.
__device__ inline uint32_t ptx_prmt(uint32_t a_, uint32_t b_, uint32_t selector_) {
  const uint64_t bytes_ = (uint64_t)b_ << 32 | a_;
  uint32_t result_ = 0;
#pragma unroll
  for (int i_ = 0; i_ < 4; ++i_) {
    const uint32_t pick_ = selector_ >> (4 * i_), byte_ = (uint32_t)(bytes_ >> (8 * (pick_ & 7))) & 255;
    result_ |= ((pick_ & 8) ? (byte_ & 128 ? 255 : 0) : byte_) << (8 * i_);
  }
  return result_;
}

// Any function of three bits, by its table of values.
__device__ inline uint32_t ptx_lop3(uint32_t a_, uint32_t b_, uint32_t c_, uint32_t table_) {
  uint32_t result_ = 0;
#pragma unroll
  for (int i_ = 0; i_ < 8; ++i_)
    if (table_ >> i_ & 1) result_ |= (i_ & 4 ? a_ : ~a_) & (i_ & 2 ? b_ : ~b_) & (i_ & 1 ? c_ : ~c_);
  return result_;
}

template <typename T_>
__device__ inline T_ ptx_min(T_ a_, T_ b_) {
  return b_ < a_ ? b_ : a_;
}
template <typename T_>
__device__ inline T_ ptx_max(T_ a_, T_ b_) {
  return a_ < b_ ? b_ : a_;
}
// The nearest value of `To_`.
template <typename To_, typename From_>
__device__ inline To_ ptx_saturate(From_ value_) {
  constexpr bool signed_ = To_(-1) < To_(0);
  constexpr To_ highest_ = signed_ ? To_((ptx_unsigned_<To_>(1) << (ptx_bits_<To_>() - 1)) - 1) : To_(-1);
  constexpr To_ lowest_ = signed_ ? To_(-highest_ - 1) : To_(0);
  if (value_ < From_(0)) return signed_ && (int64_t)value_ >= (int64_t)lowest_ ? To_(value_) : lowest_;
  return (uint64_t)value_ > (uint64_t)highest_ ? highest_ : To_(value_);
}

// The 48 bits of a product of 24 bits: the high 32.
__device__ inline uint32_t ptx_mul24_hi(uint32_t a_, uint32_t b_) {
  return (uint32_t)(((uint64_t)(a_ & 0xffffff) * (b_ & 0xffffff)) >> 16);
}
__device__ inline int32_t ptx_mul24_hi(int32_t a_, int32_t b_) {
  return (int32_t)(((int64_t)ptx_bfe<int32_t>(a_, 0, 24) * ptx_bfe<int32_t>(b_, 0, 24)) >> 16);
}
__device__ inline uint32_t ptx_mul_hi(uint32_t a_, uint32_t b_) { return (uint32_t)(((uint64_t)a_ * b_) >> 32); }
__device__ inline uint64_t ptx_mul_hi(uint64_t a_, uint64_t b_) {
  return (uint64_t)(((unsigned __int128)a_ * b_) >> 64);
}
__device__ inline int32_t ptx_mul_hi(int32_t a_, int32_t b_) { return (int32_t)(((int64_t)a_ * b_) >> 32); }
__device__ inline int64_t ptx_mul_hi(int64_t a_, int64_t b_) { return (int64_t)(((__int128)a_ * b_) >> 64); }

// Two numbers of 16 bits times two of the bytes of `b_`, the low ones or the high ones.
template <typename A_, typename B_, typename C_>
__device__ inline C_ ptx_dp2a(uint32_t a_, uint32_t b_, C_ c_) {
  return c_ + C_(A_(a_)) * C_(B_(b_)) + C_(A_(a_ >> 16)) * C_(B_(b_ >> 8));
}
template <typename A_, typename B_, typename C_>
__device__ inline C_ ptx_dp4a(uint32_t a_, uint32_t b_, C_ c_) {
#pragma unroll
  for (int i_ = 0; i_ < 32; i_ += 8) c_ += C_(A_(a_ >> i_)) * C_(B_(b_ >> i_));
  return c_;
}

// Sums and differences that leave and take a carry (a borrow).
template <typename T_, typename Carry_>
__device__ inline T_ ptx_add(T_ a_, T_ b_, uint32_t carry_in_, Carry_& carry_) {
  const T_ sum_ = a_ + b_, result_ = sum_ + carry_in_;
  carry_ = (sum_ < a_) | (result_ < sum_);
  return result_;
}
template <typename T_, typename Carry_>
__device__ inline T_ ptx_sub(T_ a_, T_ b_, uint32_t borrow_in_, Carry_& borrow_) {
  const T_ difference_ = a_ - b_;
  borrow_ = (a_ < b_) | (difference_ < borrow_in_);
  return difference_ - borrow_in_;
}

}  // namespace retarget_hip

#endif

#endif
#endif
