// Stands for what the runtime of HIP versions before 6 lacks: setting limits, the stack's limit, kinds of memory;
// and what none has: an event created with flags.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_RUNTIME_H
#define RETARGET_HIP_RUNTIME_H
#ifndef __cplusplus

#include <hip/hip_runtime_api.h>

#if HIP_VERSION_MAJOR >= 6
#define retarget_hip_limitStackSize hipLimitStackSize
#define retarget_hip_memoryTypeManaged hipMemoryTypeManaged
#define retarget_hip_memoryTypeUnregistered hipMemoryTypeUnregistered
#define retarget_hip_memory_type(attributes) ((attributes).type)
#else
#define hipDeviceSetLimit(limit, value) ((void)(limit), (void)(value), hipSuccess)
#define retarget_hip_limitStackSize ((enum hipLimit_t)0)
#define retarget_hip_memoryTypeManaged hipMemoryTypeUnified
#define retarget_hip_memoryTypeUnregistered hipMemoryTypeArray
#define retarget_hip_memory_type(attributes) \
  ((attributes).isManaged ? hipMemoryTypeUnified : (attributes).memoryType)
#endif

static inline hipError_t retarget_hip_getErrorName(hipError_t error, const char** text) {
  *text = hipGetErrorName(error);
  return *text ? hipSuccess : hipErrorInvalidValue;
}
static inline hipError_t retarget_hip_getErrorString(hipError_t error, const char** text) {
  *text = hipGetErrorString(error);
  return *text ? hipSuccess : hipErrorInvalidValue;
}
static inline hipError_t retarget_hip_funcSetAttribute(hipFunction_t function, hipFunction_attribute attribute,
                                                       int value) {
  (void)attribute, (void)value;
  return function ? hipSuccess : hipErrorInvalidHandle;
}

#else

#include <hip/hip_runtime.h>

#include <cstddef>

// Taken only where the headers declare none. Neither the device's heap nor a kernel's stack needs room set aside.
template <typename Limit>
inline hipError_t hipDeviceSetLimit(Limit, std::size_t) {
  return hipSuccess;
}

// CUDA's C++ overload. Taken only where the headers declare none.
template <typename Flags>
inline hipError_t hipEventCreate(hipEvent_t* event, Flags flags) {
  return hipEventCreateWithFlags(event, static_cast<unsigned>(flags));
}

namespace retarget_hip {
namespace detail {

struct MemberOtherwise {};
struct MemberPreferred : MemberOtherwise {};

template <typename Attributes>
inline auto memory_type(const Attributes& attributes, MemberPreferred) -> decltype(+attributes.type, hipMemoryType()) {
  return attributes.type;
}
template <typename Attributes>
inline hipMemoryType memory_type(const Attributes& attributes, MemberOtherwise) {
  return attributes.isManaged ? hipMemoryTypeUnified : attributes.memoryType;
}

}  // namespace detail

constexpr hipLimit_t limitStackSize = static_cast<hipLimit_t>(0);
#if HIP_VERSION_MAJOR >= 6
constexpr hipMemoryType memoryTypeManaged = hipMemoryTypeManaged;
constexpr hipMemoryType memoryTypeUnregistered = hipMemoryTypeUnregistered;
#else
constexpr hipMemoryType memoryTypeManaged = hipMemoryTypeUnified;
constexpr hipMemoryType memoryTypeUnregistered = hipMemoryTypeArray;  // a pointer is never said to be an array
#endif

inline hipMemoryType memory_type(const hipPointerAttribute_t& attributes) {
  return detail::memory_type(attributes, detail::MemberPreferred{});
}

// The driver's forms, which give the text by way of a pointer.
inline hipError_t getErrorName(hipError_t error, const char** text) {
  *text = hipGetErrorName(error);
  return *text ? hipSuccess : hipErrorInvalidValue;
}
inline hipError_t getErrorString(hipError_t error, const char** text) {
  *text = hipGetErrorString(error);
  return *text ? hipSuccess : hipErrorInvalidValue;
}

// Local memory is not divided between a cache and blocks, and a module's kernel may take all of it.
inline hipError_t funcSetAttribute(hipFunction_t function, hipFunction_attribute, int) {
  return function ? hipSuccess : hipErrorInvalidHandle;
}

}  // namespace retarget_hip

#endif
#endif
