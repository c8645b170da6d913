// Halves in the overloads of clang's headers for HIP, which ask of their arguments whether they are numbers: a half
// converts to several, and the question has no answer.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HALF_OVERLOADS_H
#define RETARGET_HIP_HALF_OVERLOADS_H
#ifdef __cplusplus

#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>

#if defined(__HIPCC__) && defined(__CLANG_HIP_CMATH_H__) && __cplusplus >= 201103L

// A program that names its macros so has them again behind this header.
#pragma push_macro("type")
#undef type
#pragma push_macro("value")
#undef value

namespace __hip {
template <>
struct __numeric_type<__half> {
  typedef void type;
  static const bool value = false;
};
}  // namespace __hip

#pragma pop_macro("value")
#pragma pop_macro("type")

#endif

#endif
#endif
