// Which memory a generic pointer points to. Constant memory is global memory here.
// All are templates, so that a function of the same name in any HIP version is preferred.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_ADDRESS_SPACES_H
#define RETARGET_HIP_ADDRESS_SPACES_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

namespace retarget_hip {
namespace detail_ {

using generic_pointer = const __attribute__((address_space(0))) void*;
__device__ inline bool is_shared(const void* address_) {
  return __builtin_amdgcn_is_shared((generic_pointer)address_);
}
__device__ inline bool is_private(const void* address_) {
  return __builtin_amdgcn_is_private((generic_pointer)address_);
}

}  // namespace detail_
}  // namespace retarget_hip

template <typename = void>
__device__ inline unsigned __isShared(const void* address_) {
  return retarget_hip::detail_::is_shared(address_);
}
template <typename = void>
__device__ inline unsigned __isLocal(const void* address_) {
  return retarget_hip::detail_::is_private(address_);
}
template <typename = void>
__device__ inline unsigned __isGlobal(const void* address_) {
  return !retarget_hip::detail_::is_shared(address_) && !retarget_hip::detail_::is_private(address_);
}

#endif

#endif
#endif
