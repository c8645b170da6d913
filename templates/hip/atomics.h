// CUDA's atomics that HIP lacks: the _block ones, and types and scopes missing from some HIP versions.
// retarget_hip::atomicInc and atomicDec stand for those of older HIP, which newer compilers do not link.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_ATOMICS_H
#define RETARGET_HIP_ATOMICS_H

#include <hip/hip_runtime.h>

#pragma push_macro("type")
#undef type
#pragma push_macro("w")
#undef w
#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {

__device__ inline unsigned atomicInc(unsigned* address_, unsigned bound_) {
  return __builtin_amdgcn_atomic_inc32(address_, bound_, __ATOMIC_RELAXED, "agent");
}
__device__ inline unsigned atomicDec(unsigned* address_, unsigned bound_) {
  return __builtin_amdgcn_atomic_dec32(address_, bound_, __ATOMIC_RELAXED, "agent");
}

namespace detail_ {

template <typename T_>
struct operand {
  using type = T_;
};
template <typename T_>
using operand_of = typename operand<T_>::type;

// Clang's values, which the host pass of some versions does not define.
enum : int { scope_block = 3, scope_device = 4, scope_system = 5 };

template <int scope_, typename T_>
__device__ inline T_ compare_and_swap(T_* address_, T_ expected_, T_ desired_) {
  __hip_atomic_compare_exchange_strong(address_, &expected_, desired_, __ATOMIC_RELAXED, __ATOMIC_RELAXED, scope_);
  return expected_;
}

}  // namespace detail_
}  // namespace retarget_hip

// Templates: an overload of HIP's own is preferred where it has one.
#define RETARGET_HIP_ATOMIC(name, operation, scope_)                                                        \
  template <typename T_>                                                                                    \
  __device__ inline T_ name(T_* address_, retarget_hip::detail_::operand_of<T_> value_) {                        \
    return operation(address_, value_, __ATOMIC_RELAXED, retarget_hip::detail_::scope_);                       \
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

template <typename T_>
__device__ inline T_ atomicSub_block(T_* address_, retarget_hip::detail_::operand_of<T_> value_) {
  return atomicAdd_block(address_, -value_);
}
template <typename T_>
__device__ inline T_ atomicSub_system(T_* address_, retarget_hip::detail_::operand_of<T_> value_) {
  return atomicAdd_system(address_, -value_);
}

template <typename T_>
__device__ inline T_ atomicCAS(T_* address_, retarget_hip::detail_::operand_of<T_> expected_,
                              retarget_hip::detail_::operand_of<T_> desired_) {
  return retarget_hip::detail_::compare_and_swap<retarget_hip::detail_::scope_device>(address_, expected_, desired_);
}
template <typename T_>
__device__ inline T_ atomicCAS_block(T_* address_, retarget_hip::detail_::operand_of<T_> expected_,
                                    retarget_hip::detail_::operand_of<T_> desired_) {
  return retarget_hip::detail_::compare_and_swap<retarget_hip::detail_::scope_block>(address_, expected_, desired_);
}
template <typename T_>
__device__ inline T_ atomicCAS_system(T_* address_, retarget_hip::detail_::operand_of<T_> expected_,
                                     retarget_hip::detail_::operand_of<T_> desired_) {
  return retarget_hip::detail_::compare_and_swap<retarget_hip::detail_::scope_system>(address_, expected_, desired_);
}

template <typename = void>
__device__ inline unsigned atomicInc_block(unsigned* address_, unsigned bound_) {
  return __builtin_amdgcn_atomic_inc32(address_, bound_, __ATOMIC_RELAXED, "workgroup");
}
template <typename = void>
__device__ inline unsigned atomicDec_block(unsigned* address_, unsigned bound_) {
  return __builtin_amdgcn_atomic_dec32(address_, bound_, __ATOMIC_RELAXED, "workgroup");
}
template <typename = void>
__device__ inline unsigned atomicInc_system(unsigned* address_, unsigned bound_) {
  return __builtin_amdgcn_atomic_inc32(address_, bound_, __ATOMIC_RELAXED, "");
}
template <typename = void>
__device__ inline unsigned atomicDec_system(unsigned* address_, unsigned bound_) {
  return __builtin_amdgcn_atomic_dec32(address_, bound_, __ATOMIC_RELAXED, "");
}

// Vectors are atomic in each component, as in CUDA.
template <typename = void>
__device__ inline float2 atomicAdd(float2* address_, float2 value_) {
  return make_float2(atomicAdd(&address_->x, value_.x), atomicAdd(&address_->y, value_.y));
}
template <typename = void>
__device__ inline float4 atomicAdd(float4* address_, float4 value_) {
  return make_float4(atomicAdd(&address_->x, value_.x), atomicAdd(&address_->y, value_.y),
                     atomicAdd(&address_->z, value_.z), atomicAdd(&address_->w, value_.w));
}

#endif

#pragma pop_macro("type")
#pragma pop_macro("w")
#pragma pop_macro("x")
#pragma pop_macro("y")
#pragma pop_macro("z")
#endif
