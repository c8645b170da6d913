// CUDA's results of quick functions at the ends of their ranges.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_APPROXIMATIONS_H
#define RETARGET_HIP_APPROXIMATIONS_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

// What is not a number becomes 0.
__device__ inline float saturatef(float x_) { return fminf(fmaxf(x_, 0.0f), 1.0f); }

// The inverse of a divisor beyond 2**126 is a denormal number, for which CUDA takes 0, as for an infinite divisor.
__device__ inline float fast_quotient(float x_, float y_) {
  return __fdividef(x_, fabsf(y_) > 0x1p126f ? copysignf(__builtin_huge_valf(), y_) : y_);
}

// By way of a logarithm: what is not a number of negative bases, also with whole exponents.
__device__ inline float quick_power(float x_, float y_) { return exp2f(y_ * log2f(x_)); }

__device__ inline float fdivide(float x_, float y_) { return fdividef(x_, y_); }
__device__ inline double fdivide(double x_, double y_) { return x_ / y_; }

}  // namespace retarget_hip

#endif

#endif
#endif
