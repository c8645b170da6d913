// Stands for what the runtime of HIP versions before 6 lacks: setting limits, the stack's limit, kinds of memory;
// and what none has: an event created with flags, a graph instantiated with them, names of carve-outs.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_RUNTIME_H
#define RETARGET_HIP_RUNTIME_H

#include <hip/hip_runtime_api.h>

#ifndef hipEventWaitDefault  // HIP 7
#define hipEventWaitDefault 0x00
#endif

#ifndef __cplusplus

#if HIP_VERSION_MAJOR >= 6
#define retarget_hip_limitStackSize hipLimitStackSize
#define retarget_hip_memoryTypeManaged hipMemoryTypeManaged
#define retarget_hip_memoryTypeUnregistered hipMemoryTypeUnregistered
#define retarget_hip_memory_type(attributes_) ((attributes_).type)
#else
#define hipDeviceSetLimit(limit, value) ((void)(limit), (void)(value), hipSuccess)
#define retarget_hip_limitStackSize ((enum hipLimit_t)0)
#define retarget_hip_memoryTypeManaged hipMemoryTypeUnified
#define retarget_hip_memoryTypeUnregistered hipMemoryTypeArray
#define retarget_hip_memory_type(attributes_) \
  ((attributes_).isManaged ? hipMemoryTypeUnified : (attributes_).memoryType)
#endif

enum { retarget_hip_sharedmemCarveoutDefault = -1, retarget_hip_sharedmemCarveoutMaxL1 = 0,
       retarget_hip_sharedmemCarveoutMaxShared = 100 };

static inline hipError_t retarget_hip_getErrorName(hipError_t error_, const char** text_) {
  *text_ = hipGetErrorName(error_);
  return *text_ ? hipSuccess : hipErrorInvalidValue;
}
static inline hipError_t retarget_hip_getErrorString(hipError_t error_, const char** text_) {
  *text_ = hipGetErrorString(error_);
  return *text_ ? hipSuccess : hipErrorInvalidValue;
}
static inline hipError_t retarget_hip_funcSetAttribute(hipFunction_t function_, hipFunction_attribute attribute,
                                                       int value) {
  (void)attribute, (void)value;
  return function_ ? hipSuccess : hipErrorInvalidHandle;
}

#else

#include <hip/hip_runtime.h>

#include <cstddef>

#pragma push_macro("type")
#undef type

// Taken only where the headers declare none. Neither the device's heap nor a kernel's stack needs room set aside.
template <typename Limit_>
inline hipError_t hipDeviceSetLimit(Limit_, std::size_t) {
  return hipSuccess;
}

// CUDA's C++ overload. Taken only where the headers declare none.
template <typename Flags_>
inline hipError_t hipEventCreate(hipEvent_t* event_, Flags_ flags_) {
  return hipEventCreateWithFlags(event_, static_cast<unsigned>(flags_));
}

// CUDA 12's form, with flags.
inline hipError_t hipGraphInstantiate(hipGraphExec_t* instance_, hipGraph_t graph_, unsigned long long flags_) {
  return hipGraphInstantiateWithFlags(instance_, graph_, flags_);
}

namespace retarget_hip {

// Of hipFuncAttributePreferredSharedMemoryCarveout, which has no effect.
enum : int { sharedmemCarveoutDefault = -1, sharedmemCarveoutMaxL1 = 0, sharedmemCarveoutMaxShared = 100 };

namespace detail_ {

struct MemberOtherwise {};
struct MemberPreferred : MemberOtherwise {};

template <typename Attributes_>
inline auto memory_type(const Attributes_& attributes_, MemberPreferred) -> decltype(+attributes_.type, hipMemoryType()) {
  return attributes_.type;
}
template <typename Attributes_>
inline hipMemoryType memory_type(const Attributes_& attributes_, MemberOtherwise) {
  return attributes_.isManaged ? hipMemoryTypeUnified : attributes_.memoryType;
}

}  // namespace detail_

constexpr hipLimit_t limitStackSize = static_cast<hipLimit_t>(0);
#if HIP_VERSION_MAJOR >= 6
constexpr hipMemoryType memoryTypeManaged = hipMemoryTypeManaged;
constexpr hipMemoryType memoryTypeUnregistered = hipMemoryTypeUnregistered;
#else
constexpr hipMemoryType memoryTypeManaged = hipMemoryTypeUnified;
constexpr hipMemoryType memoryTypeUnregistered = hipMemoryTypeArray;  // a pointer is never said to be an array
#endif

inline hipMemoryType memory_type(const hipPointerAttribute_t& attributes_) {
  return detail_::memory_type(attributes_, detail_::MemberPreferred{});
}

// The driver's forms, which give the text by way of a pointer.
inline hipError_t getErrorName(hipError_t error_, const char** text_) {
  *text_ = hipGetErrorName(error_);
  return *text_ ? hipSuccess : hipErrorInvalidValue;
}
inline hipError_t getErrorString(hipError_t error_, const char** text_) {
  *text_ = hipGetErrorString(error_);
  return *text_ ? hipSuccess : hipErrorInvalidValue;
}

// Local memory is not divided between a cache and blocks, and a module's kernel may take all of it.
inline hipError_t funcSetAttribute(hipFunction_t function_, hipFunction_attribute, int) {
  return function_ ? hipSuccess : hipErrorInvalidHandle;
}

}  // namespace retarget_hip

// The names that a header of both languages has.
#define retarget_hip_limitStackSize retarget_hip::limitStackSize
#define retarget_hip_memoryTypeManaged retarget_hip::memoryTypeManaged
#define retarget_hip_memoryTypeUnregistered retarget_hip::memoryTypeUnregistered
#define retarget_hip_memory_type retarget_hip::memory_type
#define retarget_hip_sharedmemCarveoutDefault retarget_hip::sharedmemCarveoutDefault
#define retarget_hip_sharedmemCarveoutMaxL1 retarget_hip::sharedmemCarveoutMaxL1
#define retarget_hip_sharedmemCarveoutMaxShared retarget_hip::sharedmemCarveoutMaxShared
#define retarget_hip_getErrorName retarget_hip::getErrorName
#define retarget_hip_getErrorString retarget_hip::getErrorString
#define retarget_hip_funcSetAttribute retarget_hip::funcSetAttribute

#pragma pop_macro("type")

#endif
#endif
