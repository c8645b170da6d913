// What a host asks of a device and of a module's kernel, answered as kernels see it: the capability is the one that
// conditions on __CUDA_ARCH__ are answered by, and a warp has 32 lanes. All else is the device's own answer.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_CAPABILITY_H
#define RETARGET_HIP_CAPABILITY_H

#include <hip/hip_runtime.h>

#include "arch.h"

#pragma push_macro("major")
#undef major
#pragma push_macro("minor")
#undef minor

// One spelling of the names for C and C++: a header may be both languages'.
#ifdef __cplusplus
#define RETARGET_HIP_ANSWER inline hipError_t
#else
#define RETARGET_HIP_ANSWER static inline hipError_t
#endif

RETARGET_HIP_ANSWER retarget_hip_getDeviceProperties(hipDeviceProp_t* properties_, int device_) {
  const hipError_t error_ = hipGetDeviceProperties(properties_, device_);
  if (error_ != hipSuccess) return error_;
  properties_->major = RETARGET_CUDA_ARCH_LIST / 100;
  properties_->minor = RETARGET_CUDA_ARCH_LIST / 10 % 10;
  return error_;
}

RETARGET_HIP_ANSWER retarget_hip_deviceGetAttribute(int* value_, hipDeviceAttribute_t attribute_, int device_) {
  const hipError_t error_ = hipDeviceGetAttribute(value_, attribute_, device_);
  if (error_ != hipSuccess) return error_;
  if (attribute_ == hipDeviceAttributeComputeCapabilityMajor) *value_ = RETARGET_CUDA_ARCH_LIST / 100;
  if (attribute_ == hipDeviceAttributeComputeCapabilityMinor) *value_ = RETARGET_CUDA_ARCH_LIST / 10 % 10;
  if (attribute_ == hipDeviceAttributeWarpSize) *value_ = 32;
  return error_;
}

RETARGET_HIP_ANSWER retarget_hip_deviceComputeCapability(int* major_, int* minor_, hipDevice_t device_) {
  const hipError_t error_ = hipDeviceComputeCapability(major_, minor_, device_);
  if (error_ != hipSuccess) return error_;
  *major_ = RETARGET_CUDA_ARCH_LIST / 100;
  *minor_ = RETARGET_CUDA_ARCH_LIST / 10 % 10;
  return error_;
}

RETARGET_HIP_ANSWER retarget_hip_funcGetAttribute(int* value_, hipFunction_attribute attribute_,
                                                  hipFunction_t function_) {
  const hipError_t error_ = hipFuncGetAttribute(value_, attribute_, function_);
  const int is_version_ =
      attribute_ == HIP_FUNC_ATTRIBUTE_PTX_VERSION || attribute_ == HIP_FUNC_ATTRIBUTE_BINARY_VERSION;
  if (error_ == hipSuccess && is_version_) *value_ = RETARGET_CUDA_ARCH_LIST / 10;
  return error_;
}

// HIP's own numbers are of another scale: the answer is the one that conditions on CUDART_VERSION have.
RETARGET_HIP_ANSWER retarget_hip_runtimeGetVersion(int* version_) {
  const hipError_t error_ = hipRuntimeGetVersion(version_);
  if (error_ == hipSuccess) *version_ = RETARGET_CUDART_VERSION;
  return error_;
}
RETARGET_HIP_ANSWER retarget_hip_driverGetVersion(int* version_) {
  const hipError_t error_ = hipDriverGetVersion(version_);
  if (error_ == hipSuccess) *version_ = RETARGET_CUDA_VERSION;
  return error_;
}

#undef RETARGET_HIP_ANSWER
#pragma pop_macro("minor")
#pragma pop_macro("major")

#endif
