// The driver API as far as it needs no modules: devices, contexts, memory, streams and events, by way of the runtime.
// SPDX-License-Identifier: MIT
#include <cuda.h>
#include <cuda_runtime_api.h>

#include <cstring>

namespace {

const struct {
  CUresult error;
  const char* name;
} names[] = {
    {CUDA_SUCCESS, "CUDA_SUCCESS"},
    {CUDA_ERROR_INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE"},
    {CUDA_ERROR_OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY"},
    {CUDA_ERROR_NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED"},
    {CUDA_ERROR_NO_DEVICE, "CUDA_ERROR_NO_DEVICE"},
    {CUDA_ERROR_INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE"},
    {CUDA_ERROR_INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT"},
    {CUDA_ERROR_INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE"},
    {CUDA_ERROR_NOT_FOUND, "CUDA_ERROR_NOT_FOUND"},
    {CUDA_ERROR_NOT_READY, "CUDA_ERROR_NOT_READY"},
    {CUDA_ERROR_ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS"},
    {CUDA_ERROR_LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED"},
    {CUDA_ERROR_NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED"},
    {CUDA_ERROR_UNKNOWN, "CUDA_ERROR_UNKNOWN"},
};

CUresult as(cudaError_t error) { return static_cast<CUresult>(error); }  // both number errors alike
void* at(CUdeviceptr address) { return reinterpret_cast<void*>(address); }
CUcontext the_context() {
  static char one;
  return reinterpret_cast<CUcontext>(&one);
}
CUresult context(CUcontext* to) {
  if (!to) return CUDA_ERROR_INVALID_VALUE;
  *to = the_context();
  return CUDA_SUCCESS;
}
template <typename T>
CUresult fill(CUdeviceptr to, T value, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (cudaMemcpy(static_cast<T*>(at(to)) + i, &value, sizeof value, cudaMemcpyDefault)) return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

}  // namespace

extern "C" {

CUresult cuInit(unsigned) { return CUDA_SUCCESS; }
CUresult cuDriverGetVersion(int* version) { return as(cudaDriverGetVersion(version)); }
CUresult cuGetErrorName(CUresult error, const char** text) {
  for (const auto& [number, name] : names)
    if (number == error) return *text = name, CUDA_SUCCESS;
  return *text = nullptr, CUDA_ERROR_INVALID_VALUE;
}
CUresult cuGetErrorString(CUresult error, const char** text) {
  *text = cudaGetErrorString(static_cast<cudaError_t>(error));
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int* count) { return as(cudaGetDeviceCount(count)); }
CUresult cuDeviceGet(CUdevice* to, int ordinal) {
  if (!to || ordinal != 0) return CUDA_ERROR_INVALID_DEVICE;
  *to = 0;
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetName(char* name, int length, CUdevice device) {
  cudaDeviceProp all;
  if (const cudaError_t error = cudaGetDeviceProperties(&all, device)) return as(error);
  std::strncpy(name, all.name, static_cast<size_t>(length));
  return CUDA_SUCCESS;
}
CUresult cuDeviceTotalMem(size_t* bytes, CUdevice) {
  size_t unused;
  return as(cudaMemGetInfo(&unused, bytes));
}
CUresult cuDeviceGetAttribute(int* to, CUdevice_attribute what, CUdevice device) {
  return as(cudaDeviceGetAttribute(to, static_cast<cudaDeviceAttr>(what), device));
}
CUresult cuDeviceComputeCapability(int* major, int* minor, CUdevice device) {
  const CUresult error = as(cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device));
  return error ? error : as(cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device));
}

// One context, which is always current.
CUresult cuDevicePrimaryCtxRetain(CUcontext* to, CUdevice) { return context(to); }
CUresult cuDevicePrimaryCtxRelease(CUdevice) { return CUDA_SUCCESS; }
#undef cuCtxCreate
CUresult cuCtxCreate(CUcontext* to, unsigned, CUdevice) { return context(to); }
CUresult cuCtxCreate_v2(CUcontext* to, unsigned, CUdevice) { return context(to); }
CUresult cuCtxDestroy(CUcontext) { return CUDA_SUCCESS; }
CUresult cuCtxSetCurrent(CUcontext) { return CUDA_SUCCESS; }
CUresult cuCtxGetCurrent(CUcontext* to) { return context(to); }
CUresult cuCtxPushCurrent(CUcontext) { return CUDA_SUCCESS; }
CUresult cuCtxPopCurrent(CUcontext* to) { return to ? context(to) : CUDA_SUCCESS; }
CUresult cuCtxGetDevice(CUdevice* to) { return cuDeviceGet(to, 0); }
CUresult cuCtxSynchronize() { return as(cudaDeviceSynchronize()); }

CUresult cuMemAlloc(CUdeviceptr* to, size_t size) {
  if (!to || !size) return CUDA_ERROR_INVALID_VALUE;
  return as(cudaMalloc(reinterpret_cast<void**>(to), size));
}
CUresult cuMemAllocManaged(CUdeviceptr* to, size_t size, unsigned flags) {
  return as(cudaMallocManaged(reinterpret_cast<void**>(to), size, flags));
}
CUresult cuMemFree(CUdeviceptr address) { return as(cudaFree(at(address))); }
CUresult cuMemAllocHost(void** to, size_t size) { return as(cudaMallocHost(to, size)); }
CUresult cuMemHostAlloc(void** to, size_t size, unsigned flags) { return as(cudaHostAlloc(to, size, flags)); }
CUresult cuMemFreeHost(void* address) { return as(cudaFreeHost(address)); }
CUresult cuMemGetInfo(size_t* unused, size_t* total) { return as(cudaMemGetInfo(unused, total)); }
CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t size) {
  return as(cudaMemcpy(at(to), at(from), size, cudaMemcpyDefault));
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void* from, size_t size) {
  return as(cudaMemcpy(at(to), from, size, cudaMemcpyHostToDevice));
}
CUresult cuMemcpyDtoH(void* to, CUdeviceptr from, size_t size) {
  return as(cudaMemcpy(to, at(from), size, cudaMemcpyDeviceToHost));
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t size) {
  return as(cudaMemcpy(at(to), at(from), size, cudaMemcpyDeviceToDevice));
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void* from, size_t size, CUstream) { return cuMemcpyHtoD(to, from, size); }
CUresult cuMemcpyDtoHAsync(void* to, CUdeviceptr from, size_t size, CUstream) { return cuMemcpyDtoH(to, from, size); }
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream) { return cuMemcpyDtoD(to, from, size); }
CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count) { return as(cudaMemset(at(to), value, count)); }
CUresult cuMemsetD16(CUdeviceptr to, unsigned short value, size_t count) { return fill(to, value, count); }
CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count) { return fill(to, value, count); }

CUresult cuStreamCreate(CUstream* to, unsigned flags) { return as(cudaStreamCreateWithFlags(to, flags)); }
CUresult cuStreamDestroy(CUstream stream) { return as(cudaStreamDestroy(stream)); }
CUresult cuStreamSynchronize(CUstream stream) { return as(cudaStreamSynchronize(stream)); }
CUresult cuStreamQuery(CUstream stream) { return as(cudaStreamQuery(stream)); }
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  return as(cudaStreamWaitEvent(stream, event, flags));
}
CUresult cuEventCreate(CUevent* to, unsigned flags) { return as(cudaEventCreateWithFlags(to, flags)); }
CUresult cuEventDestroy(CUevent event) { return as(cudaEventDestroy(event)); }
CUresult cuEventRecord(CUevent event, CUstream stream) { return as(cudaEventRecord(event, stream)); }
CUresult cuEventSynchronize(CUevent event) { return as(cudaEventSynchronize(event)); }
CUresult cuEventQuery(CUevent event) { return as(cudaEventQuery(event)); }
CUresult cuEventElapsedTime(float* milliseconds, CUevent start, CUevent end) {
  return as(cudaEventElapsedTime(milliseconds, start, end));
}

}  // extern "C"
