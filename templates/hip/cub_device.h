// CUB's functions of devices and streams, and its macros for two values, which hipCUB leaves out.
// They stand in hipCUB's namespace; templates, so that a function of hipCUB's own is preferred.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_CUB_DEVICE_H
#define RETARGET_HIP_CUB_DEVICE_H

#ifndef CUB_MAX
#define CUB_MAX(a, b) (((a) > (b)) ? (a) : (b))
#endif
#ifndef CUB_MIN
#define CUB_MIN(a, b) (((a) < (b)) ? (a) : (b))
#endif

#ifdef __cplusplus

#include <hip/hip_runtime.h>

namespace hipcub {

// -1 where there is none, as in CUB.
template <typename = void>
inline int CurrentDevice() {
  int device_ = -1;
  return hipGetDevice(&device_) == hipSuccess ? device_ : -1;
}
template <typename = void>
inline int DeviceCount() {
  int count_ = -1;
  return hipGetDeviceCount(&count_) == hipSuccess ? count_ : -1;
}

template <typename = void>
inline hipError_t SyncStream(hipStream_t stream_) {
  return hipStreamSynchronize(stream_);
}
// Waits in builds for debugging alone.
template <typename = void>
inline hipError_t DebugSyncStream(hipStream_t stream_) {
#ifdef CUB_DEBUG_SYNC
  return hipStreamSynchronize(stream_);
#else
  static_cast<void>(stream_);
  return hipSuccess;
#endif
}

}  // namespace hipcub

#endif
#endif
