// Stands for the CUDA samples' helper_cuda.h (and helper_cuda_drvapi.h): checking errors, choosing a device.
// Any status type is checked, of the runtime and of libraries alike: all of them are enumerations with 0 for success.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HELPER_CUDA_H
#define RETARGET_HIP_HELPER_CUDA_H
#ifdef __cplusplus
#define COMMON_HELPER_CUDA_H_  // the guard of the samples' own

#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "helper_string.h"

#pragma push_macro("max")
#undef max
#pragma push_macro("name")
#undef name

inline const char* _cudaGetErrorEnum(hipError_t error_) { return hipGetErrorName(error_); }
template <typename Status_>
inline const char* _cudaGetErrorEnum(Status_) {
  return "status of a library";
}

template <typename Status_>
inline void check(Status_ status_, const char* call_, const char* file_, int line_) {
  if (static_cast<int>(status_) == 0) return;
  std::fprintf(stderr, "%s:%d: %s failed: %s (%d)\n", file_, line_, call_, _cudaGetErrorEnum(status_),
               static_cast<int>(status_));
  std::exit(EXIT_FAILURE);
}

inline void __getLastCudaError(const char* message_, const char* file_, int line_) {
  const hipError_t error_ = hipGetLastError();
  if (error_ == hipSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s (%d)\n", file_, line_, message_, hipGetErrorString(error_), error_);
  std::exit(EXIT_FAILURE);
}
inline void __printLastCudaError(const char* message_, const char* file_, int line_) {
  const hipError_t error_ = hipGetLastError();
  if (error_ != hipSuccess)
    std::fprintf(stderr, "%s:%d: %s: %s (%d)\n", file_, line_, message_, hipGetErrorString(error_), error_);
}

#ifndef checkCudaErrors
#define checkCudaErrors(call_) check((call_), #call_, __FILE__, __LINE__)
#endif
#define getLastCudaError(message_) __getLastCudaError(message_, __FILE__, __LINE__)
#define printLastCudaError(message_) __printLastCudaError(message_, __FILE__, __LINE__)

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

inline int ftoi(float value_) { return static_cast<int>(value_ >= 0 ? value_ + 0.5f : value_ - 0.5f); }

// Lanes that a compute unit serves at a time: 64 on AMD's GPUs, whatever the version asked for.
inline int _ConvertSMVer2Cores(int, int) { return 64; }
inline int _ConvertSMVer2CoresDRV(int, int) { return 64; }
inline const char* _ConvertSMVer2ArchName(int, int) { return "AMD"; }

inline int gpuDeviceInit(int device_) {
  int count_ = 0;
  checkCudaErrors(hipGetDeviceCount(&count_));
  if (count_ == 0) {
    std::fprintf(stderr, "no device found\n");
    std::exit(EXIT_FAILURE);
  }
  if (device_ >= count_) {
    std::fprintf(stderr, "device %d asked for, %d present\n", device_, count_);
    return -device_;
  }
  checkCudaErrors(hipSetDevice(std::max(device_, 0)));
  return std::max(device_, 0);
}

// The device with the most compute units times clock rate.
inline int gpuGetMaxGflopsDeviceId() {
  int count_ = 0, best_ = 0;
  double best_rate_ = -1;
  checkCudaErrors(hipGetDeviceCount(&count_));
  for (int device_ = 0; device_ < count_; ++device_) {
    hipDeviceProp_t properties_;
    checkCudaErrors(hipGetDeviceProperties(&properties_, device_));
    const double rate_ = static_cast<double>(properties_.multiProcessorCount) * properties_.clockRate;
    if (rate_ > best_rate_) {
      best_rate_ = rate_;
      best_ = device_;
    }
  }
  if (count_ == 0) {
    std::fprintf(stderr, "no device found\n");
    std::exit(EXIT_FAILURE);
  }
  return best_;
}

// The device of the flag -device=N, else the fastest; it becomes the current one.
inline int findCudaDevice(int argc_, const char** argv_) {
  const bool asked_ = checkCmdLineFlag(argc_, argv_, "device");
  const int device_ = gpuDeviceInit(asked_ ? getCmdLineArgumentInt(argc_, argv_, "device") : gpuGetMaxGflopsDeviceId());
  if (device_ < 0) std::exit(EXIT_FAILURE);
  hipDeviceProp_t properties_;
  checkCudaErrors(hipGetDeviceProperties(&properties_, device_));
  std::printf("GPU device %d: \"%s\"\n\n", device_, properties_.name);
  return device_;
}

inline int findIntegratedGPU() {
  int count_ = 0;
  checkCudaErrors(hipGetDeviceCount(&count_));
  for (int device_ = 0; device_ < count_; ++device_) {
    hipDeviceProp_t properties_;
    checkCudaErrors(hipGetDeviceProperties(&properties_, device_));
    if (!properties_.integrated) continue;
    checkCudaErrors(hipSetDevice(device_));
    return device_;
  }
  return -1;
}

// NVIDIA's compute capabilities say nothing of an AMD GPU: every device passes.
inline bool checkCudaCapabilities(int, int) { return true; }

// The same for code on the driver API.
inline int gpuGetMaxGflopsDeviceIdDRV() { return gpuGetMaxGflopsDeviceId(); }
inline int gpuDeviceInitDRV(int argc_, const char** argv_) {
  return gpuDeviceInit(getCmdLineArgumentInt(argc_, argv_, "device"));
}
inline hipDevice_t findCudaDeviceDRV(int argc_, const char** argv_) {
  hipDevice_t device_;
  checkCudaErrors(hipDeviceGet(&device_, findCudaDevice(argc_, argv_)));
  return device_;
}
inline hipDevice_t findIntegratedGPUDrv() {
  hipDevice_t device_;
  checkCudaErrors(hipDeviceGet(&device_, findIntegratedGPU()));
  return device_;
}
template <typename T_>
inline void getCudaAttribute(T_* value_, hipDeviceAttribute_t attribute_, int device_) {
  int answer_ = 0;
  checkCudaErrors(hipDeviceGetAttribute(&answer_, attribute_, device_));
  *value_ = static_cast<T_>(answer_);
}
inline bool checkCudaCapabilitiesDRV(int, int, int) { return true; }

#pragma pop_macro("max")
#pragma pop_macro("name")

#endif
#endif
