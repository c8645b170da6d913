// Entry points of the driver as they were before CUDA 13: contexts without parameters, places by the device's number.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_CUDA_DRIVER_H
#define RETARGET_CUDA_DRIVER_H
#ifdef __cplusplus

#include <cuda.h>

#if CUDA_VERSION >= 13000

#include <cstddef>

namespace retarget_cuda {

inline CUmemLocation driver_location(CUdevice device) {
  CUmemLocation place = {};
  place.type = device == CU_DEVICE_CPU ? CU_MEM_LOCATION_TYPE_HOST : CU_MEM_LOCATION_TYPE_DEVICE;
  place.id = device == CU_DEVICE_CPU ? 0 : device;
  return place;
}

}  // namespace retarget_cuda

// The names are macros of cuda.h, for the versioned ones.
inline CUresult cuCtxCreate(CUcontext* context, unsigned flags, CUdevice device) {
  return cuCtxCreate(context, nullptr, flags, device);
}
inline CUresult cuMemAdvise(CUdeviceptr pointer, std::size_t bytes, CUmem_advise advice, CUdevice device) {
  return cuMemAdvise(pointer, bytes, advice, retarget_cuda::driver_location(device));
}
inline CUresult cuMemPrefetchAsync(CUdeviceptr pointer, std::size_t bytes, CUdevice device, CUstream stream) {
  return cuMemPrefetchAsync(pointer, bytes, retarget_cuda::driver_location(device), 0u, stream);
}

#endif
#endif
#endif
