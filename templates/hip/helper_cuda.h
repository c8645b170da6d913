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

inline const char* _cudaGetErrorEnum(hipError_t error) { return hipGetErrorName(error); }
template <typename Status>
inline const char* _cudaGetErrorEnum(Status) {
  return "status of a library";
}

template <typename Status>
inline void check(Status status, const char* call, const char* file, int line) {
  if (static_cast<int>(status) == 0) return;
  std::fprintf(stderr, "%s:%d: %s failed: %s (%d)\n", file, line, call, _cudaGetErrorEnum(status),
               static_cast<int>(status));
  std::exit(EXIT_FAILURE);
}

inline void __getLastCudaError(const char* message, const char* file, int line) {
  const hipError_t error = hipGetLastError();
  if (error == hipSuccess) return;
  std::fprintf(stderr, "%s:%d: %s: %s (%d)\n", file, line, message, hipGetErrorString(error), error);
  std::exit(EXIT_FAILURE);
}
inline void __printLastCudaError(const char* message, const char* file, int line) {
  const hipError_t error = hipGetLastError();
  if (error != hipSuccess)
    std::fprintf(stderr, "%s:%d: %s: %s (%d)\n", file, line, message, hipGetErrorString(error), error);
}

#ifndef checkCudaErrors
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)
#endif
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)
#define printLastCudaError(message) __printLastCudaError(message, __FILE__, __LINE__)

#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
#ifndef MIN
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#endif

inline int ftoi(float value) { return static_cast<int>(value >= 0 ? value + 0.5f : value - 0.5f); }

// Lanes that a compute unit serves at a time: 64 on AMD's GPUs, whatever the version asked for.
inline int _ConvertSMVer2Cores(int, int) { return 64; }
inline int _ConvertSMVer2CoresDRV(int, int) { return 64; }
inline const char* _ConvertSMVer2ArchName(int, int) { return "AMD"; }

inline int gpuDeviceInit(int device) {
  int count = 0;
  checkCudaErrors(hipGetDeviceCount(&count));
  if (count == 0) {
    std::fprintf(stderr, "no device found\n");
    std::exit(EXIT_FAILURE);
  }
  if (device >= count) {
    std::fprintf(stderr, "device %d asked for, %d present\n", device, count);
    return -device;
  }
  checkCudaErrors(hipSetDevice(std::max(device, 0)));
  return std::max(device, 0);
}

// The device with the most compute units times clock rate.
inline int gpuGetMaxGflopsDeviceId() {
  int count = 0, best = 0;
  double best_rate = -1;
  checkCudaErrors(hipGetDeviceCount(&count));
  for (int device = 0; device < count; ++device) {
    hipDeviceProp_t properties;
    checkCudaErrors(hipGetDeviceProperties(&properties, device));
    const double rate = static_cast<double>(properties.multiProcessorCount) * properties.clockRate;
    if (rate > best_rate) {
      best_rate = rate;
      best = device;
    }
  }
  if (count == 0) {
    std::fprintf(stderr, "no device found\n");
    std::exit(EXIT_FAILURE);
  }
  return best;
}

// The device of the flag -device=N, else the fastest; it becomes the current one.
inline int findCudaDevice(int argc, const char** argv) {
  const bool asked = checkCmdLineFlag(argc, argv, "device");
  const int device = gpuDeviceInit(asked ? getCmdLineArgumentInt(argc, argv, "device") : gpuGetMaxGflopsDeviceId());
  if (device < 0) std::exit(EXIT_FAILURE);
  hipDeviceProp_t properties;
  checkCudaErrors(hipGetDeviceProperties(&properties, device));
  std::printf("GPU device %d: \"%s\"\n\n", device, properties.name);
  return device;
}

inline int findIntegratedGPU() {
  int count = 0;
  checkCudaErrors(hipGetDeviceCount(&count));
  for (int device = 0; device < count; ++device) {
    hipDeviceProp_t properties;
    checkCudaErrors(hipGetDeviceProperties(&properties, device));
    if (!properties.integrated) continue;
    checkCudaErrors(hipSetDevice(device));
    return device;
  }
  return -1;
}

// NVIDIA's compute capabilities say nothing of an AMD GPU: every device passes.
inline bool checkCudaCapabilities(int, int) { return true; }

// The same for code on the driver API.
inline int gpuGetMaxGflopsDeviceIdDRV() { return gpuGetMaxGflopsDeviceId(); }
inline int gpuDeviceInitDRV(int argc, const char** argv) {
  return gpuDeviceInit(getCmdLineArgumentInt(argc, argv, "device"));
}
inline hipDevice_t findCudaDeviceDRV(int argc, const char** argv) {
  hipDevice_t device;
  checkCudaErrors(hipDeviceGet(&device, findCudaDevice(argc, argv)));
  return device;
}
inline hipDevice_t findIntegratedGPUDrv() {
  hipDevice_t device;
  checkCudaErrors(hipDeviceGet(&device, findIntegratedGPU()));
  return device;
}
template <typename T>
inline void getCudaAttribute(T* value, hipDeviceAttribute_t attribute, int device) {
  int answer = 0;
  checkCudaErrors(hipDeviceGetAttribute(&answer, attribute, device));
  *value = static_cast<T>(answer);
}
inline bool checkCudaCapabilitiesDRV(int, int, int) { return true; }

#endif
#endif
