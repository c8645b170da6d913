// Stands for functions of libcu++'s that std has for the device from C++20 on, and for those of cuda:: alone.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_STD_FUNCTIONS_H
#define RETARGET_HIP_STD_FUNCTIONS_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#if defined(__HIPCC__) && __cplusplus >= 201402L  // device code, which a host compiler cannot read

#include <type_traits>

// A program that names its macros so has them again behind this header.
#pragma push_macro("rotl")
#undef rotl
#pragma push_macro("round_up")
#undef round_up
#pragma push_macro("swap")
#undef swap
#pragma push_macro("value")
#undef value

namespace retarget_hip {

template <typename To_, typename From_>
__host__ __device__ constexpr To_ bit_cast(const From_& from_) {
  static_assert(sizeof(To_) == sizeof(From_), "bit_cast wants types of one size");
  return __builtin_bit_cast(To_, from_);
}
template <typename T_>
__host__ __device__ constexpr int popcount(T_ value_) {
  static_assert(std::is_unsigned<T_>::value, "bits are counted in unsigned numbers");
  return __builtin_popcountll(value_);
}
template <typename T_>
__host__ __device__ constexpr int countl_zero(T_ value_) {
  static_assert(std::is_unsigned<T_>::value, "bits are counted in unsigned numbers");
  return value_ ? __builtin_clzll(value_) - (64 - int(sizeof(T_) * 8)) : int(sizeof(T_) * 8);
}
template <typename T_>
__host__ __device__ constexpr int countr_zero(T_ value_) {
  static_assert(std::is_unsigned<T_>::value, "bits are counted in unsigned numbers");
  return value_ ? __builtin_ctzll(value_) : int(sizeof(T_) * 8);
}
template <typename T_>
__host__ __device__ constexpr int countl_one(T_ value_) {
  return countl_zero(T_(~value_));
}
template <typename T_>
__host__ __device__ constexpr int countr_one(T_ value_) {
  return countr_zero(T_(~value_));
}
template <typename T_>
__host__ __device__ constexpr int bit_width(T_ value_) {
  return int(sizeof(T_) * 8) - countl_zero(value_);
}
template <typename T_>
__host__ __device__ constexpr bool has_single_bit(T_ value_) {
  return popcount(value_) == 1;
}
template <typename T_>
__host__ __device__ constexpr T_ bit_floor(T_ value_) {
  return value_ ? T_(T_(1) << (bit_width(value_) - 1)) : T_(0);
}
template <typename T_>
__host__ __device__ constexpr T_ bit_ceil(T_ value_) {
  return value_ <= 1 ? T_(1) : T_(T_(1) << bit_width(T_(value_ - 1)));
}
template <typename T_>
__host__ __device__ constexpr T_ rotr(T_ value_, int by_);
template <typename T_>
__host__ __device__ constexpr T_ rotl(T_ value_, int by_) {
  static_assert(std::is_unsigned<T_>::value, "bits are turned in unsigned numbers");
  const int bits_ = sizeof(T_) * 8, left_ = ((by_ % bits_) + bits_) % bits_;
  return left_ ? T_(T_(value_ << left_) | T_(value_ >> (bits_ - left_))) : value_;
}
template <typename T_>
__host__ __device__ constexpr T_ rotr(T_ value_, int by_) {
  return rotl(value_, -by_);
}

template <typename T_>
__host__ __device__ constexpr void swap(T_& a_, T_& b_) {
  T_ kept_(static_cast<T_&&>(a_));
  a_ = static_cast<T_&&>(b_);
  b_ = static_cast<T_&&>(kept_);
}
template <typename T_, typename U_ = T_>
__host__ __device__ constexpr T_ exchange(T_& of_, U_&& value_) {
  T_ kept_(static_cast<T_&&>(of_));
  of_ = static_cast<U_&&>(value_);
  return kept_;
}
template <typename Iterator_, typename T_>
__host__ __device__ constexpr T_ accumulate(Iterator_ at_, Iterator_ end_, T_ sum_) {
  for (; at_ != end_; ++at_) sum_ = sum_ + *at_;
  return sum_;
}
template <typename Iterator_, typename T_, typename Function_>
__host__ __device__ constexpr T_ accumulate(Iterator_ at_, Iterator_ end_, T_ sum_, Function_ function_) {
  for (; at_ != end_; ++at_) sum_ = function_(sum_, *at_);
  return sum_;
}
template <typename Iterator_, typename T_>
__host__ __device__ constexpr void iota(Iterator_ at_, Iterator_ end_, T_ value_) {
  for (; at_ != end_; ++at_, ++value_) *at_ = value_;
}

template <typename T_, typename U_>
__host__ __device__ constexpr std::common_type_t<T_, U_> ceil_div(T_ a_, U_ b_) {
  using Both_ = std::common_type_t<T_, U_>;
  return Both_(a_) / Both_(b_) + (Both_(a_) % Both_(b_) != 0);
}
template <typename T_, typename U_>
__host__ __device__ constexpr std::common_type_t<T_, U_> round_up(T_ a_, U_ b_) {
  return ceil_div(a_, b_) * std::common_type_t<T_, U_>(b_);
}
template <typename T_, typename U_>
__host__ __device__ constexpr std::common_type_t<T_, U_> round_down(T_ a_, U_ b_) {
  using Both_ = std::common_type_t<T_, U_>;
  return Both_(a_) / Both_(b_) * Both_(b_);
}

// HIP's compiler knows what a lambda of the device's returns.
template <typename Result_, typename Function_>
struct proclaimed {
  Function_ function_;
  template <typename... Arguments_>
  __host__ __device__ Result_ operator()(Arguments_&&... arguments_) {
    return function_(static_cast<Arguments_&&>(arguments_)...);
  }
  template <typename... Arguments_>
  __host__ __device__ Result_ operator()(Arguments_&&... arguments_) const {
    return function_(static_cast<Arguments_&&>(arguments_)...);
  }
};
template <typename Result_, typename Function_>
__host__ __device__ proclaimed<Result_, std::decay_t<Function_>> proclaim_return_type(Function_&& function_) {
  return {static_cast<Function_&&>(function_)};
}

template <typename T_ = void>
struct maximum {
  __host__ __device__ constexpr T_ operator()(const T_& a_, const T_& b_) const { return a_ < b_ ? b_ : a_; }
};
template <>
struct maximum<void> {
  template <typename T_, typename U_>
  __host__ __device__ constexpr std::common_type_t<T_, U_> operator()(const T_& a_, const U_& b_) const {
    return a_ < b_ ? b_ : a_;
  }
};
template <typename T_ = void>
struct minimum {
  __host__ __device__ constexpr T_ operator()(const T_& a_, const T_& b_) const { return b_ < a_ ? b_ : a_; }
};
template <>
struct minimum<void> {
  template <typename T_, typename U_>
  __host__ __device__ constexpr std::common_type_t<T_, U_> operator()(const T_& a_, const U_& b_) const {
    return b_ < a_ ? b_ : a_;
  }
};

}  // namespace retarget_hip

#pragma pop_macro("rotl")
#pragma pop_macro("round_up")
#pragma pop_macro("swap")
#pragma pop_macro("value")

#endif

#endif  // __cplusplus
#endif
