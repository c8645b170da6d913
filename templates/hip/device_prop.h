// Members of cudaDeviceProp that hipDeviceProp_t lacks in some HIP version: property::NAME(properties).
// Gives the member where it is there, else what holds for AMD GPUs; 0 says that the feature is absent or unknown.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_DEVICE_PROP_H
#define RETARGET_HIP_DEVICE_PROP_H

#include "device_prop_c.h"

#pragma push_macro("none")
#undef none

#ifdef __cplusplus

#include <hip/hip_runtime.h>

#include <cstddef>

namespace retarget_hip {
namespace property {
namespace detail_ {

struct Otherwise {};
struct Preferred : Otherwise {};
constexpr int none[3] = {0, 0, 0};

}  // namespace detail_

#define RETARGET_HIP_PROPERTY(name, fallback)                                               \
  namespace detail_ {                                                                        \
  template <typename Properties_>                                                            \
  inline auto name(const Properties_& properties_, Preferred) -> decltype(+properties_.name) { \
    return properties_.name;                                                                 \
  }                                                                                         \
  template <typename Properties_>                                                            \
  inline auto name(const Properties_& properties_, Otherwise) -> decltype(fallback) {         \
    (void)properties_;                                                                       \
    return fallback;                                                                        \
  }                                                                                         \
  }                                                                                         \
  inline auto name(const hipDeviceProp_t& properties_)                                       \
      -> decltype(detail_::name(properties_, detail_::Preferred{})) {                          \
    return detail_::name(properties_, detail_::Preferred{});                                   \
  }                                                                                         \
  namespace in_c_ {                                                                          \
  inline auto retarget_hip_property_##name(const hipDeviceProp_t& properties_)                \
      -> decltype(property::name(properties_)) {                                               \
    return property::name(properties_);                                                      \
  }                                                                                         \
  }

RETARGET_HIP_PROPERTY(accessPolicyMaxWindowSize, 0)
RETARGET_HIP_PROPERTY(asyncEngineCount, 1)
RETARGET_HIP_PROPERTY(canUseHostPointerForRegisteredMem, 0)
RETARGET_HIP_PROPERTY(clusterLaunch, 0)
RETARGET_HIP_PROPERTY(computePreemptionSupported, 0)
RETARGET_HIP_PROPERTY(deferredMappingCudaArraySupported, 0)
RETARGET_HIP_PROPERTY(deviceOverlap, 1)
RETARGET_HIP_PROPERTY(globalL1CacheSupported, 1)
RETARGET_HIP_PROPERTY(gpuDirectRDMAFlushWritesOptions, 0u)
RETARGET_HIP_PROPERTY(gpuDirectRDMASupported, 0)
RETARGET_HIP_PROPERTY(gpuDirectRDMAWritesOrdering, 0)
RETARGET_HIP_PROPERTY(hostNativeAtomicSupported, 0)
RETARGET_HIP_PROPERTY(hostRegisterReadOnlySupported, 0)
RETARGET_HIP_PROPERTY(hostRegisterSupported, 1)
RETARGET_HIP_PROPERTY(ipcEventSupported, 1)
RETARGET_HIP_PROPERTY(localL1CacheSupported, 1)
RETARGET_HIP_PROPERTY(luidDeviceNodeMask, 0u)
RETARGET_HIP_PROPERTY(maxBlocksPerMultiProcessor, properties_.maxThreadsPerMultiProcessor / properties_.warpSize)
RETARGET_HIP_PROPERTY(maxSurface1D, 0)
RETARGET_HIP_PROPERTY(maxSurface1DLayered, &none[0])
RETARGET_HIP_PROPERTY(maxSurface2D, &none[0])
RETARGET_HIP_PROPERTY(maxSurface2DLayered, &none[0])
RETARGET_HIP_PROPERTY(maxSurface3D, &none[0])
RETARGET_HIP_PROPERTY(maxSurfaceCubemap, 0)
RETARGET_HIP_PROPERTY(maxSurfaceCubemapLayered, &none[0])
RETARGET_HIP_PROPERTY(maxTexture1DLayered, &none[0])
RETARGET_HIP_PROPERTY(maxTexture1DMipmap, 0)
RETARGET_HIP_PROPERTY(maxTexture2DGather, &none[0])
RETARGET_HIP_PROPERTY(maxTexture2DLayered, &none[0])
RETARGET_HIP_PROPERTY(maxTexture2DLinear, &none[0])
RETARGET_HIP_PROPERTY(maxTexture2DMipmap, &none[0])
RETARGET_HIP_PROPERTY(maxTexture3DAlt, &none[0])
RETARGET_HIP_PROPERTY(maxTextureCubemap, 0)
RETARGET_HIP_PROPERTY(maxTextureCubemapLayered, &none[0])
RETARGET_HIP_PROPERTY(memoryPoolsSupported, 0)
RETARGET_HIP_PROPERTY(memoryPoolSupportedHandleTypes, 0u)
RETARGET_HIP_PROPERTY(multiGpuBoardGroupID, 0)
RETARGET_HIP_PROPERTY(persistingL2CacheMaxSize, 0)
RETARGET_HIP_PROPERTY(regsPerMultiprocessor, properties_.regsPerBlock)
RETARGET_HIP_PROPERTY(reservedSharedMemPerBlock, size_t{0})
RETARGET_HIP_PROPERTY(sharedMemPerBlockOptin, properties_.sharedMemPerBlock)
RETARGET_HIP_PROPERTY(sharedMemPerMultiprocessor, properties_.maxSharedMemoryPerMultiProcessor)
RETARGET_HIP_PROPERTY(singleToDoublePrecisionPerfRatio, 2)
RETARGET_HIP_PROPERTY(sparseCudaArraySupported, 0)
RETARGET_HIP_PROPERTY(streamPrioritiesSupported, 1)
RETARGET_HIP_PROPERTY(surfaceAlignment, properties_.textureAlignment)
RETARGET_HIP_PROPERTY(timelineSemaphoreInteropSupported, 0)
RETARGET_HIP_PROPERTY(unifiedAddressing, 1)
RETARGET_HIP_PROPERTY(unifiedFunctionPointers, 0)

#undef RETARGET_HIP_PROPERTY

}  // namespace property
}  // namespace retarget_hip

using namespace retarget_hip::property::in_c_;  // the names that a header of both languages has

#endif

#pragma pop_macro("none")
#endif
