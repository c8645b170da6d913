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

// Addresses within shared memory are numbers of 32 bits here too; all other memory has one window.
template <typename = void>
__device__ inline size_t __cvta_generic_to_shared(const void* address_) {
  return (size_t)(unsigned)(unsigned long long)(const __attribute__((address_space(3))) char*)(const char*)address_;
}
template <typename = void>
__device__ inline void* __cvta_shared_to_generic(size_t offset_) {
  return (void*)(__attribute__((address_space(3))) char*)(unsigned long long)(unsigned)offset_;
}
template <typename = void>
__device__ inline size_t __cvta_generic_to_global(const void* address_) {
  return (size_t)address_;
}
template <typename = void>
__device__ inline void* __cvta_global_to_generic(size_t address_) {
  return (void*)address_;
}

#endif

#endif
#endif
