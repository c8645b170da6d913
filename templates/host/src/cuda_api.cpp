// The runtime API as CUDA spells it.
// SPDX-License-Identifier: MIT
#include <cuda_runtime_api.h>
#define RETARGET_HOST_TYPES
#define RETARGET_VERSION CUDART_VERSION
#define cudaFuncCache_t cudaFuncCache
#define cudaLimit_t cudaLimit
#define cudaDeviceProp_t cudaDeviceProp
#define API(name) cuda##name
#include "api.inc"

unsigned retarget_host::language_wave() { return 32; }
unsigned retarget_host::language_depth() { return 64; }

namespace {

// Names and texts of errors, as CUDA's header numbers them.
struct Named {
  cudaError_t error;
  const char *name, *text;
};
const Named names[] = {
    {cudaSuccess, "cudaSuccess", "no error"},
    {cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {cudaErrorInitializationError, "cudaErrorInitializationError", "initialization error"},
    {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {cudaErrorInvalidPitchValue, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {cudaErrorInvalidDevicePointer, "cudaErrorInvalidDevicePointer", "invalid device pointer"},
    {cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {cudaErrorSymbolNotFound, "cudaErrorSymbolNotFound", "named symbol not found"},
    {cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {cudaErrorHostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered", "pointer does not correspond to a registered memory region"},
    {cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {cudaErrorCooperativeLaunchTooLarge, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"},
    {cudaErrorUnsupportedLimit, "cudaErrorUnsupportedLimit", "limit is not supported on this architecture"},
    {cudaErrorInvalidPtx, "cudaErrorInvalidPtx", "a PTX JIT compilation failed"},
    {cudaErrorPeerAccessUnsupported, "cudaErrorPeerAccessUnsupported", "peer access is not supported between these two devices"},
    {cudaErrorPeerAccessAlreadyEnabled, "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"},
    {cudaErrorPeerAccessNotEnabled, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled"},
    {cudaErrorHostMemoryAlreadyRegistered, "cudaErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped"},
    {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
    {cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {cudaErrorAssert, "cudaErrorAssert", "device-side assert triggered"},
    {cudaErrorNoKernelImageForDevice, "cudaErrorNoKernelImageForDevice", "no kernel image is available for execution on the device"},
    {cudaErrorInsufficientDriver, "cudaErrorInsufficientDriver", "CUDA driver version is insufficient for CUDA runtime version"},
    {cudaErrorDevicesUnavailable, "cudaErrorDevicesUnavailable", "CUDA-capable device(s) is/are busy or unavailable"},
    {cudaErrorMissingConfiguration, "cudaErrorMissingConfiguration", "__global__ function call is not configured"},
    {cudaErrorMisalignedAddress, "cudaErrorMisalignedAddress", "misaligned address"},
    {cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
    {cudaErrorUnknown, "cudaErrorUnknown", "unknown error"},
};
const Named* named(cudaError_t error) {
  for (const Named& n : names)
    if (n.error == error) return &n;
  return nullptr;
}

}  // namespace

extern "C" {

const char* cudaGetErrorName(cudaError_t error) { return named(error) ? named(error)->name : "unrecognized error code"; }
const char* cudaGetErrorString(cudaError_t error) { return named(error) ? named(error)->text : "unrecognized error code"; }

cudaError_t cudaMallocHost(void** to, size_t size) { return give(to, size, Kind::pinned); }
cudaError_t cudaHostAlloc(void** to, size_t size, unsigned) { return give(to, size, Kind::pinned); }
cudaError_t cudaFreeHost(void* address) { return take_back(address, true); }
cudaError_t cudaHostGetFlags(unsigned* flags, void* address) {
  Allocation a;
  if (!flags || !find(address, &a) || a.kind != Kind::pinned) return said(invalid_value);
  *flags = cudaHostAllocMapped;
  return ok;
}
cudaError_t cudaThreadSynchronize() { return ok; }
cudaError_t cudaThreadExit() { return ok; }
cudaError_t cudaThreadSetCacheConfig(cudaFuncCache) { return ok; }
cudaError_t cudaProfilerStart() { return ok; }
cudaError_t cudaProfilerStop() { return ok; }
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) { return cudaGetDevice(device); }
cudaError_t cudaSetValidDevices(int*, int) { return ok; }

// Neither a thread's stack nor the heap of device code is set aside here: limits are kept as they are set.
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* to, const void* address) {
  if (!to) return said(invalid_value);
  std::memset(to, 0, sizeof *to);
  Allocation a;
  if (!find(address, &a) || a.freed) {
    to->type = cudaMemoryTypeUnregistered;
    to->device = -2;  // what CUDA gives for the host's own memory
    to->hostPointer = const_cast<void*>(address);
    return ok;
  }
  to->type = a.kind == Kind::device ? cudaMemoryTypeDevice : a.kind == Kind::managed ? cudaMemoryTypeManaged : cudaMemoryTypeHost;
  to->devicePointer = const_cast<void*>(address);
  to->hostPointer = a.kind == Kind::device ? nullptr : const_cast<void*>(address);
  return ok;
}

cudaError_t cudaDeviceGetAttribute(int* to, cudaDeviceAttr what, int device) {
  if (!to) return said(invalid_value);
  cudaDeviceProp all;
  if (const cudaError_t error = cudaGetDeviceProperties(&all, device)) return error;
  switch (what) {
    case cudaDevAttrMaxThreadsPerBlock: *to = all.maxThreadsPerBlock; break;
    case cudaDevAttrMaxBlockDimX: *to = all.maxThreadsDim[0]; break;
    case cudaDevAttrMaxBlockDimY: *to = all.maxThreadsDim[1]; break;
    case cudaDevAttrMaxBlockDimZ: *to = all.maxThreadsDim[2]; break;
    case cudaDevAttrMaxGridDimX: *to = all.maxGridSize[0]; break;
    case cudaDevAttrMaxGridDimY: *to = all.maxGridSize[1]; break;
    case cudaDevAttrMaxGridDimZ: *to = all.maxGridSize[2]; break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *to = static_cast<int>(all.sharedMemPerBlock); break;
    case cudaDevAttrTotalConstantMemory: *to = static_cast<int>(all.totalConstMem); break;
    case cudaDevAttrWarpSize: *to = all.warpSize; break;
    case cudaDevAttrMaxPitch: *to = static_cast<int>(all.memPitch); break;
    case cudaDevAttrMaxRegistersPerBlock:
    case cudaDevAttrMaxRegistersPerMultiprocessor: *to = all.regsPerBlock; break;
    case cudaDevAttrClockRate: *to = all.clockRate; break;
    case cudaDevAttrTextureAlignment: *to = static_cast<int>(all.textureAlignment); break;
    case cudaDevAttrTexturePitchAlignment: *to = static_cast<int>(all.texturePitchAlignment); break;
    case cudaDevAttrMultiProcessorCount: *to = all.multiProcessorCount; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *to = all.maxThreadsPerMultiProcessor; break;
    case cudaDevAttrMaxBlocksPerMultiprocessor: *to = 32; break;
    case cudaDevAttrComputeCapabilityMajor: *to = all.major; break;
    case cudaDevAttrComputeCapabilityMinor: *to = all.minor; break;
    case cudaDevAttrMemoryClockRate: *to = all.memoryClockRate; break;
    case cudaDevAttrGlobalMemoryBusWidth: *to = all.memoryBusWidth; break;
    case cudaDevAttrL2CacheSize: *to = all.l2CacheSize; break;
    case cudaDevAttrIntegrated:
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
    case cudaDevAttrPageableMemoryAccess:
    case cudaDevAttrStreamPrioritiesSupported:
    case cudaDevAttrMemoryPoolsSupported:
    case cudaDevAttrCooperativeLaunch: *to = 1; break;
    case cudaDevAttrKernelExecTimeout:
    case cudaDevAttrGpuOverlap:
    case cudaDevAttrAsyncEngineCount:
    case cudaDevAttrComputeMode:
    case cudaDevAttrEccEnabled:
    case cudaDevAttrTccDriver: *to = 0; break;
    default: *to = 0; return said(invalid_value);
  }
  return ok;
}

}  // extern "C"
