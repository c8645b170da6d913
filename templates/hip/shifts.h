// CUDA's shifts by the width and more, which give 0 or the sign: AMD's shift by the count modulo the width.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_SHIFTS_H
#define RETARGET_HIP_SHIFTS_H
#ifdef __cplusplus

#if !defined(RETARGET_HOST_CUDA)
#include <hip/hip_runtime.h>
#endif

#include <type_traits>

#pragma push_macro("type")
#undef type
#pragma push_macro("value")
#undef value

#if defined(__HIPCC__) || defined(RETARGET_HOST)  // device code, which a host compiler cannot read

namespace retarget_hip {

// A count that may be the width or more: `x >> shift_count(n)`. Elsewhere it is the number that it was.
template <typename N_>
struct shift_count_of {
  N_ count_;
  __host__ __device__ constexpr operator N_() const { return count_; }
};
template <typename N_>
__host__ __device__ constexpr shift_count_of<N_> shift_count(N_ count_) {
  return {count_};
}

template <typename X_>
using shifted_ = typename std::enable_if<std::is_integral<X_>::value || std::is_enum<X_>::value, X_>::type;

template <typename X_, typename N_>
__host__ __device__ constexpr auto operator<<(X_ left_, shift_count_of<N_> by_) -> decltype(+shifted_<X_>(left_)) {
#if defined(__HIP_DEVICE_COMPILE__) || defined(RETARGET_HOST)
  return static_cast<unsigned>(by_.count_) < 8 * sizeof(+left_) ? left_ << by_.count_ : 0;
#else
  return left_ << by_.count_;
#endif
}

template <typename X_, typename N_>
__host__ __device__ constexpr auto operator>>(X_ left_, shift_count_of<N_> by_) -> decltype(+shifted_<X_>(left_)) {
#if defined(__HIP_DEVICE_COMPILE__) || defined(RETARGET_HOST)
  return static_cast<unsigned>(by_.count_) < 8 * sizeof(+left_) ? left_ >> by_.count_
         : std::is_signed<X_>::value                            ? left_ >> (8 * sizeof(+left_) - 1)
                                                                : 0;
#else
  return left_ >> by_.count_;
#endif
}

template <typename X_, typename N_>
__host__ __device__ constexpr auto operator<<=(X_& left_, shift_count_of<N_> by_) -> decltype(left_ = left_ << by_) {
  return left_ = left_ << by_;
}
template <typename X_, typename N_>
__host__ __device__ constexpr auto operator>>=(X_& left_, shift_count_of<N_> by_) -> decltype(left_ = left_ >> by_) {
  return left_ = left_ >> by_;
}

}  // namespace retarget_hip

#endif

#pragma pop_macro("type")
#pragma pop_macro("value")

#endif
#endif
