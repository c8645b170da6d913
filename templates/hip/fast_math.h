// A fast function that older HIP lacks.
// It is a template, so that a function of the same name in any HIP version is preferred.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_FAST_MATH_H
#define RETARGET_HIP_FAST_MATH_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

template <typename = void>
__device__ inline float __tanhf(float x_) {
  return tanhf(x_);
}

#endif

#endif
#endif
