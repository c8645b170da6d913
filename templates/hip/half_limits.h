// Limits as libcu++ has them: those of half precision too, of which std knows none and answers 0.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HALF_LIMITS_H
#define RETARGET_HIP_HALF_LIMITS_H
#ifdef __cplusplus

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#include <limits>

#ifdef __HIPCC__  // device code, which a host compiler cannot read

// A program that names its macros so has them again behind this header.
#pragma push_macro("min")
#undef min
#pragma push_macro("max")
#undef max
#pragma push_macro("infinity")
#undef infinity
#pragma push_macro("epsilon")
#undef epsilon
#pragma push_macro("lowest")
#undef lowest
#pragma push_macro("digits")
#undef digits
#pragma push_macro("digits10")
#undef digits10
#pragma push_macro("radix")
#undef radix
#pragma push_macro("traps")
#undef traps

namespace retarget_hip {

template <typename T_>
struct numeric_limits : std::numeric_limits<T_> {};

template <>
struct numeric_limits<__half> {
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
  static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, has_denorm_loss = false;
  static constexpr bool is_iec559 = true, is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
  static constexpr std::float_denorm_style has_denorm = std::denorm_present;
  static constexpr std::float_round_style round_style = std::round_to_nearest;
  static constexpr int digits = 11, digits10 = 3, max_digits10 = 5, radix = 2;
  static constexpr int min_exponent = -13, min_exponent10 = -4, max_exponent = 16, max_exponent10 = 4;

  __host__ __device__ static __half min() { return of_(0x1p-14f); }
  __host__ __device__ static __half lowest() { return of_(-65504.f); }
  __host__ __device__ static __half max() { return of_(65504.f); }
  __host__ __device__ static __half epsilon() { return of_(0x1p-10f); }
  __host__ __device__ static __half round_error() { return of_(0.5f); }
  __host__ __device__ static __half infinity() { return of_(__builtin_inff()); }
  __host__ __device__ static __half quiet_NaN() { return of_(__builtin_nanf("")); }
  __host__ __device__ static __half denorm_min() { return of_(0x1p-24f); }

 private:
  __host__ __device__ static __half of_(float value_) { return __half(static_cast<_Float16>(value_)); }
};
template <>
struct numeric_limits<const __half> : numeric_limits<__half> {};

}  // namespace retarget_hip

#pragma pop_macro("min")
#pragma pop_macro("max")
#pragma pop_macro("infinity")
#pragma pop_macro("epsilon")
#pragma pop_macro("lowest")
#pragma pop_macro("digits")
#pragma pop_macro("digits10")
#pragma pop_macro("radix")
#pragma pop_macro("traps")

#endif
#endif
#endif
