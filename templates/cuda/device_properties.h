// Members of cudaDeviceProp that CUDA 13 dropped: NAME(properties) asks the device that the properties are of.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_CUDA_DEVICE_PROPERTIES_H
#define RETARGET_CUDA_DEVICE_PROPERTIES_H
#ifdef __cplusplus

#include <cuda_runtime.h>

namespace retarget_cuda {
namespace detail {

inline bool is_at(int device, const cudaDeviceProp& properties) {
  int bus = 0, slot = 0, domain = 0;
  return cudaDeviceGetAttribute(&bus, cudaDevAttrPciBusId, device) == cudaSuccess &&
         cudaDeviceGetAttribute(&slot, cudaDevAttrPciDeviceId, device) == cudaSuccess &&
         cudaDeviceGetAttribute(&domain, cudaDevAttrPciDomainId, device) == cudaSuccess &&
         bus == properties.pciBusID && slot == properties.pciDeviceID && domain == properties.pciDomainID;
}

// The current device where it sits at the place that the properties tell, else the one that does.
inline int device_of(const cudaDeviceProp& properties) {
  int current = 0, devices = 0;
  if (cudaGetDevice(&current) != cudaSuccess || is_at(current, properties)) return current;
  if (cudaGetDeviceCount(&devices) != cudaSuccess) return current;
  for (int device = 0; device < devices; ++device)
    if (is_at(device, properties)) return device;
  return current;
}

inline int attribute_of(const cudaDeviceProp& properties, cudaDeviceAttr attribute) {
  int value = 0;
  return cudaDeviceGetAttribute(&value, attribute, device_of(properties)) == cudaSuccess ? value : 0;
}

}  // namespace detail

#if CUDART_VERSION >= 13000
#define RETARGET_CUDA_PROPERTY(name, member, attribute) \
  inline int name(const cudaDeviceProp& properties) { return detail::attribute_of(properties, attribute); }
#else
#define RETARGET_CUDA_PROPERTY(name, member, attribute) \
  inline int name(const cudaDeviceProp& properties) { return properties.member; }
#endif

RETARGET_CUDA_PROPERTY(clock_rate, clockRate, cudaDevAttrClockRate)
RETARGET_CUDA_PROPERTY(compute_mode, computeMode, cudaDevAttrComputeMode)
RETARGET_CUDA_PROPERTY(device_overlap, deviceOverlap, cudaDevAttrGpuOverlap)
RETARGET_CUDA_PROPERTY(kernel_exec_timeout_enabled, kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout)
RETARGET_CUDA_PROPERTY(max_texture_1d_linear, maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth)
RETARGET_CUDA_PROPERTY(memory_clock_rate, memoryClockRate, cudaDevAttrMemoryClockRate)
RETARGET_CUDA_PROPERTY(single_to_double_precision_perf_ratio, singleToDoublePrecisionPerfRatio,
                       cudaDevAttrSingleToDoublePrecisionPerfRatio)

#undef RETARGET_CUDA_PROPERTY

// CUDA 13 can launch no kernel on several devices.
inline int cooperative_multi_device_launch(const cudaDeviceProp& properties) {
#if CUDART_VERSION >= 13000
  (void)properties;
  return 0;
#else
  return properties.cooperativeMultiDeviceLaunch;
#endif
}

}  // namespace retarget_cuda

#endif
#endif
