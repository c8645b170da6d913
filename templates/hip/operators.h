// The program's own operators on vector types: preferred to those that HIP's types have, and CUDA's have not.
// They stand beside functions with the same parameters then, in HIP's headers too.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_OPERATORS_H
#define RETARGET_HIP_OPERATORS_H

#if defined(__clang__)
#define RETARGET_OWN_OPERATOR __attribute__((enable_if(true, "CUDA's vector types have no operators")))
#else
#define RETARGET_OWN_OPERATOR  // HIP's types are plain structures there
#endif

#ifdef __cplusplus
#include <hip/hip_runtime.h>

// The vector that a class is derived from: HIP's operators take the class itself for a number.
namespace retarget_hip {
#if defined(__clang__)
template <typename T_, unsigned n_>
__host__ __device__ inline const HIP_vector_type<T_, n_>& base_vector(const HIP_vector_type<T_, n_>& v_) {
  return v_;
}
#else
template <typename T_>
inline const T_& base_vector(const T_& v_) {
  return v_;
}
#endif
}  // namespace retarget_hip
#endif

#endif
