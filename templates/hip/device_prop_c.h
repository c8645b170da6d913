// The members of device_prop.h for a unit of C, where a release tells what the struct has.
// Included by it alone.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_DEVICE_PROP_C_H
#define RETARGET_HIP_DEVICE_PROP_C_H
#ifndef __cplusplus

#include <hip/hip_runtime_api.h>
#include <stddef.h>

#if HIP_VERSION_MAJOR >= 6
#define RETARGET_HIP_MEMBER(member, otherwise) (member)
#else
#define RETARGET_HIP_MEMBER(member, otherwise) (otherwise)
static const int retarget_hip_property_none[3] __attribute__((unused)) = {0, 0, 0};
#endif

#define retarget_hip_property_accessPolicyMaxWindowSize(p) RETARGET_HIP_MEMBER((p).accessPolicyMaxWindowSize, 0)
#define retarget_hip_property_asyncEngineCount(p) RETARGET_HIP_MEMBER((p).asyncEngineCount, 1)
#define retarget_hip_property_canUseHostPointerForRegisteredMem(p) RETARGET_HIP_MEMBER((p).canUseHostPointerForRegisteredMem, 0)
#define retarget_hip_property_clusterLaunch(p) RETARGET_HIP_MEMBER((p).clusterLaunch, 0)
#define retarget_hip_property_computePreemptionSupported(p) RETARGET_HIP_MEMBER((p).computePreemptionSupported, 0)
#define retarget_hip_property_deferredMappingCudaArraySupported(p) (0)
#define retarget_hip_property_deviceOverlap(p) RETARGET_HIP_MEMBER((p).deviceOverlap, 1)
#define retarget_hip_property_globalL1CacheSupported(p) RETARGET_HIP_MEMBER((p).globalL1CacheSupported, 1)
#define retarget_hip_property_gpuDirectRDMAFlushWritesOptions(p) RETARGET_HIP_MEMBER((p).gpuDirectRDMAFlushWritesOptions, 0u)
#define retarget_hip_property_gpuDirectRDMASupported(p) RETARGET_HIP_MEMBER((p).gpuDirectRDMASupported, 0)
#define retarget_hip_property_gpuDirectRDMAWritesOrdering(p) RETARGET_HIP_MEMBER((p).gpuDirectRDMAWritesOrdering, 0)
#define retarget_hip_property_hostNativeAtomicSupported(p) RETARGET_HIP_MEMBER((p).hostNativeAtomicSupported, 0)
#define retarget_hip_property_hostRegisterReadOnlySupported(p) RETARGET_HIP_MEMBER((p).hostRegisterReadOnlySupported, 0)
#define retarget_hip_property_hostRegisterSupported(p) RETARGET_HIP_MEMBER((p).hostRegisterSupported, 1)
#define retarget_hip_property_ipcEventSupported(p) RETARGET_HIP_MEMBER((p).ipcEventSupported, 1)
#define retarget_hip_property_localL1CacheSupported(p) RETARGET_HIP_MEMBER((p).localL1CacheSupported, 1)
#define retarget_hip_property_luidDeviceNodeMask(p) RETARGET_HIP_MEMBER((p).luidDeviceNodeMask, 0u)
#define retarget_hip_property_maxBlocksPerMultiProcessor(p) RETARGET_HIP_MEMBER((p).maxBlocksPerMultiProcessor, (p).maxThreadsPerMultiProcessor / (p).warpSize)
#define retarget_hip_property_maxSurface1D(p) RETARGET_HIP_MEMBER((p).maxSurface1D, 0)
#define retarget_hip_property_maxSurface1DLayered(p) RETARGET_HIP_MEMBER((p).maxSurface1DLayered, retarget_hip_property_none)
#define retarget_hip_property_maxSurface2D(p) RETARGET_HIP_MEMBER((p).maxSurface2D, retarget_hip_property_none)
#define retarget_hip_property_maxSurface2DLayered(p) RETARGET_HIP_MEMBER((p).maxSurface2DLayered, retarget_hip_property_none)
#define retarget_hip_property_maxSurface3D(p) RETARGET_HIP_MEMBER((p).maxSurface3D, retarget_hip_property_none)
#define retarget_hip_property_maxSurfaceCubemap(p) RETARGET_HIP_MEMBER((p).maxSurfaceCubemap, 0)
#define retarget_hip_property_maxSurfaceCubemapLayered(p) RETARGET_HIP_MEMBER((p).maxSurfaceCubemapLayered, retarget_hip_property_none)
#define retarget_hip_property_maxTexture1DLayered(p) RETARGET_HIP_MEMBER((p).maxTexture1DLayered, retarget_hip_property_none)
#define retarget_hip_property_maxTexture1DMipmap(p) RETARGET_HIP_MEMBER((p).maxTexture1DMipmap, 0)
#define retarget_hip_property_maxTexture2DGather(p) RETARGET_HIP_MEMBER((p).maxTexture2DGather, retarget_hip_property_none)
#define retarget_hip_property_maxTexture2DLayered(p) RETARGET_HIP_MEMBER((p).maxTexture2DLayered, retarget_hip_property_none)
#define retarget_hip_property_maxTexture2DLinear(p) RETARGET_HIP_MEMBER((p).maxTexture2DLinear, retarget_hip_property_none)
#define retarget_hip_property_maxTexture2DMipmap(p) RETARGET_HIP_MEMBER((p).maxTexture2DMipmap, retarget_hip_property_none)
#define retarget_hip_property_maxTexture3DAlt(p) RETARGET_HIP_MEMBER((p).maxTexture3DAlt, retarget_hip_property_none)
#define retarget_hip_property_maxTextureCubemap(p) RETARGET_HIP_MEMBER((p).maxTextureCubemap, 0)
#define retarget_hip_property_maxTextureCubemapLayered(p) RETARGET_HIP_MEMBER((p).maxTextureCubemapLayered, retarget_hip_property_none)
#define retarget_hip_property_memoryPoolsSupported(p) RETARGET_HIP_MEMBER((p).memoryPoolsSupported, 0)
#define retarget_hip_property_memoryPoolSupportedHandleTypes(p) RETARGET_HIP_MEMBER((p).memoryPoolSupportedHandleTypes, 0u)
#define retarget_hip_property_multiGpuBoardGroupID(p) RETARGET_HIP_MEMBER((p).multiGpuBoardGroupID, 0)
#define retarget_hip_property_persistingL2CacheMaxSize(p) RETARGET_HIP_MEMBER((p).persistingL2CacheMaxSize, 0)
#define retarget_hip_property_regsPerMultiprocessor(p) RETARGET_HIP_MEMBER((p).regsPerMultiprocessor, (p).regsPerBlock)
#define retarget_hip_property_reservedSharedMemPerBlock(p) RETARGET_HIP_MEMBER((p).reservedSharedMemPerBlock, (size_t)0)
#define retarget_hip_property_sharedMemPerBlockOptin(p) RETARGET_HIP_MEMBER((p).sharedMemPerBlockOptin, (p).sharedMemPerBlock)
#define retarget_hip_property_sharedMemPerMultiprocessor(p) RETARGET_HIP_MEMBER((p).sharedMemPerMultiprocessor, (p).maxSharedMemoryPerMultiProcessor)
#define retarget_hip_property_singleToDoublePrecisionPerfRatio(p) RETARGET_HIP_MEMBER((p).singleToDoublePrecisionPerfRatio, 2)
#define retarget_hip_property_sparseCudaArraySupported(p) (0)
#define retarget_hip_property_streamPrioritiesSupported(p) RETARGET_HIP_MEMBER((p).streamPrioritiesSupported, 1)
#define retarget_hip_property_surfaceAlignment(p) RETARGET_HIP_MEMBER((p).surfaceAlignment, (p).textureAlignment)
#define retarget_hip_property_timelineSemaphoreInteropSupported(p) RETARGET_HIP_MEMBER((p).timelineSemaphoreInteropSupported, 0)
#define retarget_hip_property_unifiedAddressing(p) RETARGET_HIP_MEMBER((p).unifiedAddressing, 1)
#define retarget_hip_property_unifiedFunctionPointers(p) RETARGET_HIP_MEMBER((p).unifiedFunctionPointers, 0)

#endif
#endif
