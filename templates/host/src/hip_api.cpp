// The runtime API as HIP spells it.
// SPDX-License-Identifier: MIT
#define __HIP_PLATFORM_AMD__ 1
#include "retarget_host/vector_types.h"
#define RETARGET_HOST_TYPES
#include <hip/hip_runtime_api.h>
#define RETARGET_VERSION HIP_VERSION
#define API(name) hip##name
#include "api.inc"

unsigned retarget_host::language_wave() { return 0; }
unsigned retarget_host::language_depth() { return 1024; }

extern "C" {

hipError_t hipInit(unsigned) { return hipSuccess; }
hipError_t hipHostMalloc(void** to, size_t size, unsigned) { return give(to, size, Kind::pinned); }
hipError_t hipHostFree(void* address) { return take_back(address, true); }
hipError_t hipHostAlloc(void** to, size_t size, unsigned) { return give(to, size, Kind::pinned); }
hipError_t hipMallocHost(void** to, size_t size) { return give(to, size, Kind::pinned); }
hipError_t hipFreeHost(void* address) { return take_back(address, true); }
hipError_t hipProfilerStart() { return hipSuccess; }
hipError_t hipProfilerStop() { return hipSuccess; }
hipError_t hipMemcpyHtoD(hipDeviceptr_t to, void* from, size_t size) { return copy(to, from, size, 1); }
hipError_t hipMemcpyDtoH(void* to, hipDeviceptr_t from, size_t size) { return copy(to, from, size, 2); }
hipError_t hipMemcpyDtoD(hipDeviceptr_t to, hipDeviceptr_t from, size_t size) { return copy(to, from, size, 3); }
hipError_t hipMemcpyWithStream(void* to, const void* from, size_t size, hipMemcpyKind kind, hipStream_t) {
  return copy(to, from, size, kind);
}
hipError_t hipMemsetD32(hipDeviceptr_t to, int value, size_t count) {
  if (!copyable(to, count * 4)) return said(invalid_value);
  std::fill_n(static_cast<int*>(to), count, value);
  return ok;
}
hipError_t hipMemsetD8(hipDeviceptr_t to, unsigned char value, size_t count) { return fill(to, value, count); }

hipError_t hipPointerGetAttributes(hipPointerAttribute_t* to, const void* address) {
  Allocation a;
  if (!to || !find(address, &a) || a.freed) return said(invalid_value);
  std::memset(to, 0, sizeof *to);
  const hipMemoryType kind = a.kind == Kind::device ? hipMemoryTypeDevice : hipMemoryTypeHost;
#if HIP_VERSION_MAJOR >= 6
  to->type = a.kind == Kind::managed ? hipMemoryTypeManaged : kind;
#else
  to->memoryType = kind;
#endif
  to->devicePointer = to->hostPointer = const_cast<void*>(address);
  if (a.kind == Kind::device) to->hostPointer = nullptr;
  to->isManaged = a.kind == Kind::managed;
  return ok;
}

hipError_t hipMemGetAddressRange(hipDeviceptr_t* base, size_t* size, hipDeviceptr_t address) {
  Allocation a;
  if (!find(address, &a) || a.freed) return said(invalid_value);
  if (base) *base = a.address;
  if (size) *size = a.size;
  return ok;
}

hipError_t hipDeviceGet(hipDevice_t* to, int ordinal) {
  if (!to || ordinal != 0) return said(invalid_device);
  *to = 0;
  return ok;
}
hipError_t hipDeviceGetName(char* name, int length, hipDevice_t) {
  std::snprintf(name, length, "host processor");
  return ok;
}
hipError_t hipDeviceTotalMem(size_t* bytes, hipDevice_t) {
  *bytes = total_memory;
  return ok;
}
hipError_t hipDeviceComputeCapability(int* major, int* minor, hipDevice_t) {
  *major = 9;
  *minor = 0;
  return ok;
}
hipError_t hipDevicePrimaryCtxRetain(hipCtx_t* to, hipDevice_t) {
  static char one;
  *to = reinterpret_cast<hipCtx_t>(&one);
  return ok;
}
hipError_t hipDevicePrimaryCtxRelease(hipDevice_t) { return ok; }
hipError_t hipCtxCreate(hipCtx_t* to, unsigned, hipDevice_t device) { return hipDevicePrimaryCtxRetain(to, device); }
hipError_t hipCtxDestroy(hipCtx_t) { return ok; }
hipError_t hipCtxSetCurrent(hipCtx_t) { return ok; }
hipError_t hipCtxSynchronize() { return ok; }
hipError_t hipCtxGetDevice(hipDevice_t* to) { return hipDeviceGet(to, 0); }

hipError_t hipDeviceGetAttribute(int* to, hipDeviceAttribute_t what, int device) {
  hipDeviceProp_t all;
  if (const hipError_t error = hipGetDeviceProperties(&all, device)) return error;
  switch (what) {
    case hipDeviceAttributeMaxThreadsPerBlock: *to = all.maxThreadsPerBlock; break;
    case hipDeviceAttributeMaxBlockDimX: *to = all.maxThreadsDim[0]; break;
    case hipDeviceAttributeMaxBlockDimY: *to = all.maxThreadsDim[1]; break;
    case hipDeviceAttributeMaxBlockDimZ: *to = all.maxThreadsDim[2]; break;
    case hipDeviceAttributeMaxGridDimX: *to = all.maxGridSize[0]; break;
    case hipDeviceAttributeMaxGridDimY: *to = all.maxGridSize[1]; break;
    case hipDeviceAttributeMaxGridDimZ: *to = all.maxGridSize[2]; break;
    case hipDeviceAttributeMaxSharedMemoryPerBlock: *to = static_cast<int>(all.sharedMemPerBlock); break;
    case hipDeviceAttributeMaxSharedMemoryPerMultiprocessor:
      *to = static_cast<int>(all.maxSharedMemoryPerMultiProcessor);
      break;
    case hipDeviceAttributeWarpSize: *to = all.warpSize; break;
    case hipDeviceAttributeMultiprocessorCount: *to = all.multiProcessorCount; break;
    case hipDeviceAttributeMaxThreadsPerMultiProcessor: *to = all.maxThreadsPerMultiProcessor; break;
    case hipDeviceAttributeComputeCapabilityMajor: *to = all.major; break;
    case hipDeviceAttributeComputeCapabilityMinor: *to = all.minor; break;
    case hipDeviceAttributeClockRate: *to = all.clockRate; break;
    case hipDeviceAttributeMemoryClockRate: *to = all.memoryClockRate; break;
    case hipDeviceAttributeMemoryBusWidth: *to = all.memoryBusWidth; break;
    case hipDeviceAttributeL2CacheSize: *to = all.l2CacheSize; break;
    case hipDeviceAttributeTotalConstantMemory: *to = static_cast<int>(all.totalConstMem); break;
    case hipDeviceAttributeMaxPitch: *to = static_cast<int>(all.memPitch); break;
    case hipDeviceAttributeMaxRegistersPerBlock: *to = all.regsPerBlock; break;
    case hipDeviceAttributeTextureAlignment: *to = static_cast<int>(all.textureAlignment); break;
    case hipDeviceAttributeTexturePitchAlignment: *to = static_cast<int>(all.texturePitchAlignment); break;
    case hipDeviceAttributeIntegrated:
    case hipDeviceAttributeCanMapHostMemory:
    case hipDeviceAttributeUnifiedAddressing:
    case hipDeviceAttributeConcurrentManagedAccess:
    case hipDeviceAttributePageableMemoryAccess:
    case hipDeviceAttributeStreamPrioritiesSupported:
    case hipDeviceAttributeMemoryPoolsSupported:
    case hipDeviceAttributeCooperativeLaunch:
    case hipDeviceAttributeConcurrentKernels:
    case hipDeviceAttributeManagedMemory: *to = 1; break;
    case hipDeviceAttributeKernelExecTimeout:
    case hipDeviceAttributeAsyncEngineCount:
    case hipDeviceAttributeComputeMode:
    case hipDeviceAttributeEccEnabled: *to = 0; break;
    default: *to = 0; return said(invalid_value);
  }
  return ok;
}

}  // extern "C"

// Names and texts of errors, as HIP's header numbers them.
namespace {
struct Named {
  hipError_t error;
  const char* name;
  const char* text;
};
const Named names[] = {
    {hipSuccess, "hipSuccess", "no error"},
    {hipErrorInvalidValue, "hipErrorInvalidValue", "invalid argument"},
    {hipErrorOutOfMemory, "hipErrorOutOfMemory", "out of memory"},
    {hipErrorNotInitialized, "hipErrorNotInitialized", "initialization error"},
    {hipErrorInvalidConfiguration, "hipErrorInvalidConfiguration", "invalid configuration argument"},
    {hipErrorInvalidPitchValue, "hipErrorInvalidPitchValue", "invalid pitch argument"},
    {hipErrorInvalidSymbol, "hipErrorInvalidSymbol", "invalid device symbol"},
    {hipErrorInvalidDevicePointer, "hipErrorInvalidDevicePointer", "invalid device pointer"},
    {hipErrorInvalidMemcpyDirection, "hipErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {hipErrorInvalidDeviceFunction, "hipErrorInvalidDeviceFunction", "invalid device function"},
    {hipErrorNoDevice, "hipErrorNoDevice", "no device is there"},
    {hipErrorInvalidDevice, "hipErrorInvalidDevice", "invalid device ordinal"},
    {hipErrorInvalidHandle, "hipErrorInvalidHandle", "invalid resource handle"},
    {hipErrorNotFound, "hipErrorNotFound", "named symbol not found"},
    {hipErrorNotReady, "hipErrorNotReady", "device not ready"},
    {hipErrorIllegalAddress, "hipErrorIllegalAddress", "an illegal memory access was encountered"},
    {hipErrorLaunchFailure, "hipErrorLaunchFailure", "unspecified launch failure"},
    {hipErrorUnsupportedLimit, "hipErrorUnsupportedLimit", "limit is not supported on this architecture"},
    {hipErrorPeerAccessUnsupported, "hipErrorPeerAccessUnsupported", "peer access is not supported between these two devices"},
    {hipErrorPeerAccessAlreadyEnabled, "hipErrorPeerAccessAlreadyEnabled", "peer access is already enabled"},
    {hipErrorPeerAccessNotEnabled, "hipErrorPeerAccessNotEnabled", "peer access has not been enabled"},
    {hipErrorHostMemoryAlreadyRegistered, "hipErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped"},
    {hipErrorLaunchOutOfResources, "hipErrorLaunchOutOfResources", "out of resources"},
    {hipErrorLaunchTimeOut, "hipErrorLaunchTimeOut", "the launch timed out and was terminated"},
    {hipErrorAssert, "hipErrorAssert", "device-side assert triggered"},
    {hipErrorNoBinaryForGpu, "hipErrorNoBinaryForGpu", "no kernel image is available for execution on the device"},
    {hipErrorInsufficientDriver, "hipErrorInsufficientDriver", "driver version is insufficient for runtime version"},
    {hipErrorMissingConfiguration, "hipErrorMissingConfiguration", "__global__ function call is not configured"},
    {hipErrorCooperativeLaunchTooLarge, "hipErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"},
    {hipErrorNotSupported, "hipErrorNotSupported", "operation not supported"},
    {hipErrorHostMemoryNotRegistered, "hipErrorHostMemoryNotRegistered", "host memory was not registered"},
};
const Named& named(hipError_t error) {
  static const Named unknown{hipErrorUnknown, "hipErrorUnknown", "unknown error"};
  for (const Named& n : names)
    if (n.error == error) return n;
  return unknown;
}
}  // namespace
extern "C" const char* hipGetErrorName(hipError_t error) { return named(error).name; }
extern "C" const char* hipGetErrorString(hipError_t error) { return named(error).text; }
