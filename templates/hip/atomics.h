// CUDA's atomics that HIP lacks: the _block ones, and types and scopes missing from some HIP versions.
// retarget_hip::atomicInc and atomicDec stand for those of older HIP, which newer compilers do not link.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_ATOMICS_H
#define RETARGET_HIP_ATOMICS_H

#include <hip/hip_runtime.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

__device__ inline unsigned atomicInc(unsigned* address, unsigned bound) {
  return __builtin_amdgcn_atomic_inc32(address, bound, __ATOMIC_RELAXED, "agent");
}
__device__ inline unsigned atomicDec(unsigned* address, unsigned bound) {
  return __builtin_amdgcn_atomic_dec32(address, bound, __ATOMIC_RELAXED, "agent");
}

namespace detail {

template <typename T>
struct operand {
  using type = T;
};
template <typename T>
using operand_of = typename operand<T>::type;

// Clang's values, which the host pass of some versions does not define.
enum : int { scope_block = 3, scope_device = 4, scope_system = 5 };

template <int scope, typename T>
__device__ inline T compare_and_swap(T* address, T expected, T desired) {
  __hip_atomic_compare_exchange_strong(address, &expected, desired, __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope);
  return expected;
}

}  // namespace detail
}  // namespace retarget_hip

// Templates: an overload of HIP's own is preferred where it has one.
#define RETARGET_HIP_ATOMIC(name, operation, scope)                                                        \
  template <typename T>                                                                                    \
  __device__ inline T name(T* address, retarget_hip::detail::operand_of<T> value) {                        \
    return operation(address, value, __ATOMIC_RELAXED, retarget_hip::detail::scope);                       \
  }
#define RETARGET_HIP_ATOMIC_SCOPES(name, operation)                                                        \
  RETARGET_HIP_ATOMIC(name, operation, scope_device)                                                       \
  RETARGET_HIP_ATOMIC(name##_block, operation, scope_block)                                                \
  RETARGET_HIP_ATOMIC(name##_system, operation, scope_system)

RETARGET_HIP_ATOMIC_SCOPES(atomicAdd, __hip_atomic_fetch_add)
RETARGET_HIP_ATOMIC_SCOPES(atomicMin, __hip_atomic_fetch_min)
RETARGET_HIP_ATOMIC_SCOPES(atomicMax, __hip_atomic_fetch_max)
RETARGET_HIP_ATOMIC_SCOPES(atomicAnd, __hip_atomic_fetch_and)
RETARGET_HIP_ATOMIC_SCOPES(atomicOr, __hip_atomic_fetch_or)
RETARGET_HIP_ATOMIC_SCOPES(atomicXor, __hip_atomic_fetch_xor)
RETARGET_HIP_ATOMIC_SCOPES(atomicExch, __hip_atomic_exchange)

#undef RETARGET_HIP_ATOMIC_SCOPES
#undef RETARGET_HIP_ATOMIC

template <typename T>
__device__ inline T atomicSub_block(T* address, retarget_hip::detail::operand_of<T> value) {
  return atomicAdd_block(address, -value);
}
template <typename T>
__device__ inline T atomicSub_system(T* address, retarget_hip::detail::operand_of<T> value) {
  return atomicAdd_system(address, -value);
}

template <typename T>
__device__ inline T atomicCAS(T* address, retarget_hip::detail::operand_of<T> expected,
                              retarget_hip::detail::operand_of<T> desired) {
  return retarget_hip::detail::compare_and_swap<retarget_hip::detail::scope_device>(address, expected, desired);
}
template <typename T>
__device__ inline T atomicCAS_block(T* address, retarget_hip::detail::operand_of<T> expected,
                                    retarget_hip::detail::operand_of<T> desired) {
  return retarget_hip::detail::compare_and_swap<retarget_hip::detail::scope_block>(address, expected, desired);
}
template <typename T>
__device__ inline T atomicCAS_system(T* address, retarget_hip::detail::operand_of<T> expected,
                                     retarget_hip::detail::operand_of<T> desired) {
  return retarget_hip::detail::compare_and_swap<retarget_hip::detail::scope_system>(address, expected, desired);
}

template <typename = void>
__device__ inline unsigned atomicInc_block(unsigned* address, unsigned bound) {
  return __builtin_amdgcn_atomic_inc32(address, bound, __ATOMIC_RELAXED, "workgroup");
}
template <typename = void>
__device__ inline unsigned atomicDec_block(unsigned* address, unsigned bound) {
  return __builtin_amdgcn_atomic_dec32(address, bound, __ATOMIC_RELAXED, "workgroup");
}
template <typename = void>
__device__ inline unsigned atomicInc_system(unsigned* address, unsigned bound) {
  return __builtin_amdgcn_atomic_inc32(address, bound, __ATOMIC_RELAXED, "");
}
template <typename = void>
__device__ inline unsigned atomicDec_system(unsigned* address, unsigned bound) {
  return __builtin_amdgcn_atomic_dec32(address, bound, __ATOMIC_RELAXED, "");
}

// Vectors are atomic in each component, as in CUDA.
template <typename = void>
__device__ inline float2 atomicAdd(float2* address, float2 value) {
  return make_float2(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y));
}
template <typename = void>
__device__ inline float4 atomicAdd(float4* address, float4 value) {
  return make_float4(atomicAdd(&address->x, value.x), atomicAdd(&address->y, value.y),
                     atomicAdd(&address->z, value.z), atomicAdd(&address->w, value.w));
}

#endif
#endif
