// Advice and prefetches that name a device by its number. CUDA 13 takes a cudaMemLocation instead.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_CUDA_MEMORY_LOCATION_H
#define RETARGET_CUDA_MEMORY_LOCATION_H
#ifdef __cplusplus

#include <cuda_runtime.h>

#if CUDART_VERSION >= 13000

#include <cstddef>

namespace retarget_cuda {

inline cudaMemLocation location(int device) {
  cudaMemLocation place = {};
  place.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  place.id = device == cudaCpuDeviceId ? 0 : device;
  return place;
}

}  // namespace retarget_cuda

inline cudaError_t cudaMemPrefetchAsync(const void* pointer, std::size_t bytes, int device, cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(pointer, bytes, retarget_cuda::location(device), 0u, stream);
}
inline cudaError_t cudaMemAdvise(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise(pointer, bytes, advice, retarget_cuda::location(device));
}
// Names of CUDA 12 for what is now the only form.
inline cudaError_t cudaMemPrefetchAsync_v2(const void* pointer, std::size_t bytes, cudaMemLocation location,
                                           unsigned flags, cudaStream_t stream = 0) {
  return cudaMemPrefetchAsync(pointer, bytes, location, flags, stream);
}
inline cudaError_t cudaMemAdvise_v2(const void* pointer, std::size_t bytes, cudaMemoryAdvise advice,
                                    cudaMemLocation location) {
  return cudaMemAdvise(pointer, bytes, advice, location);
}

#endif
#endif
#endif
