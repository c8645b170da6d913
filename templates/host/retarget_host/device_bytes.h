// Memory for kernels and for the host's code of a library alike, in both spellings.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_DEVICE_BYTES_H
#define RETARGET_HOST_DEVICE_BYTES_H

#include <cstddef>

#if defined(RETARGET_HOST_CUDA)
#include <cuda_runtime.h>
#else
#include <hip/hip_runtime.h>
#endif

namespace retarget_host {

#if defined(RETARGET_HOST_CUDA)
inline bool given(void** to, std::size_t bytes) { return cudaMallocManaged(to, bytes) == cudaSuccess; }
inline void take(void* address) { cudaFree(address); }
#else
inline bool given(void** to, std::size_t bytes) { return hipMallocManaged(to, bytes) == hipSuccess; }
inline void take(void* address) { (void)hipFree(address); }
#endif

// nullptr, where the device has no room.
inline void* device_bytes(std::size_t bytes) {
  void* address = nullptr;
  return given(&address, bytes ? bytes : 1) ? address : nullptr;
}

}  // namespace retarget_host

#endif
