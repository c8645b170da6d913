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

#define CUB_QUOTIENT_FLOOR(x, y) ((x) / (y))
#define CUB_QUOTIENT_CEILING(x, y) (((x) + (y)-1) / (y))
#define CUB_ROUND_UP_NEAREST(x, y) (CUB_QUOTIENT_CEILING(x, y) * (y))
#define CUB_ROUND_DOWN_NEAREST(x, y) (((x) / (y)) * (y))

#ifdef __cplusplus

#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

#define RETARGET_CUB_DEBUG_EXIT(error)                                               \
  if (hipcub::is_failure(static_cast<hipError_t>(error), __FILE__, __LINE__)) {      \
    std::exit(1);                                                                    \
  }

namespace hipcub {

inline bool is_failure(hipError_t error_, const char* file_, int line_) {
  if (error_ != hipSuccess) {
    std::fprintf(stderr, "HIP error %d [%s, %d]: %s\n", static_cast<int>(error_), file_, line_, hipGetErrorString(error_));
    std::fflush(stderr);
  }
  return error_ != hipSuccess;
}

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

// The capability that __CUDA_ARCH__ answers on AMD's GPUs.
template <typename = void>
inline hipError_t PtxVersion(int& version_, int = 0) {
#ifdef RETARGET_CUDA_ARCH_LIST
  version_ = RETARGET_CUDA_ARCH_LIST;
#else
  version_ = 700;
#endif
  return hipSuccess;
}
template <typename = void>
inline hipError_t SmVersion(int& version_, int = 0) {
  return PtxVersion(version_);
}

// How many blocks of a kernel a multiprocessor holds.
template <typename Kernel_>
inline hipError_t MaxSmOccupancy(int& blocks_, Kernel_ kernel_, int threads_, int shared_bytes_ = 0) {
  return hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_, reinterpret_cast<const void*>(kernel_), threads_,
                                                      static_cast<size_t>(shared_bytes_));
}

// Another device for as long as the object lives.
struct SwitchDevice {
  explicit SwitchDevice(int device_) : before_(CurrentDevice()), changes_(before_ != device_) {
    if (changes_) {
      (void)hipSetDevice(device_);
    }
  }
  ~SwitchDevice() {
    if (changes_) {
      (void)hipSetDevice(before_);
    }
  }

 private:
  int before_;
  bool changes_;
};

#if defined(__HIPCC__)
template <typename = void>
__device__ inline void ThreadTrap() {
  __builtin_trap();
}
template <typename = void>
__device__ inline int CTA_SYNC_AND(int holds_) {
  return __syncthreads_and(holds_);
}
template <typename = void>
__device__ inline int CTA_SYNC_OR(int holds_) {
  return __syncthreads_or(holds_);
}
#endif

}  // namespace hipcub

#endif
#endif
