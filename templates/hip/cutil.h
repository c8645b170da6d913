// Stands for the old CUDA SDK's cutil.h and cutil_inline.h: error checks, timers, device choice, command line.
// Timers are handles, numbered from 1; times are host times in milliseconds.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_CUTIL_H
#define RETARGET_HIP_CUTIL_H
#ifdef __cplusplus

#include <map>

#include "helper_cuda.h"
#include "helper_functions.h"

typedef int CUTBoolean;
enum { CUTFalse = 0, CUTTrue = 1 };

#define CUDA_SAFE_CALL_NO_SYNC(call) check((call), #call, __FILE__, __LINE__)
#define CUDA_SAFE_CALL(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define CU_SAFE_CALL(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define CU_SAFE_CALL_NO_SYNC(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define CUFFT_SAFE_CALL(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define cutilSafeCall(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define cutilSafeCallNoSync(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define cufftSafeCall(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define cutilDrvSafeCall(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define cutilDrvSafeCallNoSync(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define CUT_CHECK_ERROR(message) __getLastCudaError(message, __FILE__, __LINE__)
#define cutilCheckMsg(message) __getLastCudaError(message, __FILE__, __LINE__)
#define cutilThreadSynchronize() hipDeviceSynchronize()
#define cutilDeviceSynchronize() hipDeviceSynchronize()
#define cutilDeviceReset() hipDeviceReset()

// A step of the host that reports success as a truth value.
inline void cutilRequire(bool holds, const char* call, const char* file, int line) {
  if (holds) return;
  std::fprintf(stderr, "%s:%d: %s failed\n", file, line, call);
  std::exit(EXIT_FAILURE);
}
#define CUT_SAFE_CALL(call) cutilRequire((call), #call, __FILE__, __LINE__)
#define cutilCheckError(call) CUT_SAFE_CALL(call)
#define CUT_CONDITION(value) CUT_SAFE_CALL(value)
#define cutilCondition(value) CUT_SAFE_CALL(value)
#define CUT_SAFE_MALLOC(call) CUT_SAFE_CALL((call) != nullptr)
#define cutilSafeMalloc(call) CUT_SAFE_CALL((call) != nullptr)

inline int cutGetMaxGflopsDeviceId() { return gpuGetMaxGflopsDeviceId(); }
inline int cutilChooseCudaDevice(int argc, char** argv) {
  return findCudaDevice(argc, const_cast<const char**>(argv));
}
inline int cutilDeviceInit(int argc, char** argv) { return cutilChooseCudaDevice(argc, argv); }
// Bank conflicts were checked in emulation only.
#define CUT_BANK_CHECKER(array, index) array[index]

#define CUT_DEVICE_INIT(argc, argv) cutilChooseCudaDevice((argc), const_cast<char**>(argv))

inline CUTBoolean cutCheckCmdLineFlag(int argc, const char** argv, const char* name) {
  return checkCmdLineFlag(argc, argv, name);
}
inline CUTBoolean cutGetCmdLineArgumenti(int argc, const char** argv, const char* name, int* value) {
  return getCmdLineArgumentValue(argc, argv, name, value);
}
inline CUTBoolean cutGetCmdLineArgumentf(int argc, const char** argv, const char* name, float* value) {
  return getCmdLineArgumentValue(argc, argv, name, value);
}
inline CUTBoolean cutGetCmdLineArgumentstr(int argc, const char** argv, const char* name, char** text) {
  char* value = nullptr;
  if (getCmdLineArgumentString(argc, argv, name, &value)) *text = strdup(value);
  return value != nullptr;
}

#define CUT_EXIT(argc, argv)                                                                      \
  do {                                                                                            \
    if (!cutCheckCmdLineFlag((argc), const_cast<const char**>(argv), "noprompt")) {               \
      std::printf("\nPress ENTER to exit...\n");                                                  \
      std::fflush(stdout);                                                                        \
      std::getchar();                                                                             \
    }                                                                                             \
    std::exit(EXIT_SUCCESS);                                                                      \
  } while (0)
#define cutilExit(argc, argv) CUT_EXIT(argc, argv)

namespace retarget_hip {
inline std::map<unsigned, StopWatchInterface>& cut_timers() {
  static std::map<unsigned, StopWatchInterface> timers;
  return timers;
}
// Runs the action on the timer of that handle; false if there is none.
template <typename Action>
inline CUTBoolean with_timer(unsigned handle, Action action) {
  const auto found = cut_timers().find(handle);
  if (found == cut_timers().end()) return CUTFalse;
  action(found->second);
  return CUTTrue;
}
}  // namespace retarget_hip

inline CUTBoolean cutCreateTimer(unsigned* handle) {
  auto& timers = retarget_hip::cut_timers();
  *handle = timers.empty() ? 1 : timers.rbegin()->first + 1;
  timers[*handle];
  return CUTTrue;
}
inline CUTBoolean cutDeleteTimer(unsigned handle) {
  return retarget_hip::cut_timers().erase(handle) == 1;
}
inline CUTBoolean cutStartTimer(unsigned handle) {
  return retarget_hip::with_timer(handle, [](StopWatchInterface& timer) { timer.start(); });
}
inline CUTBoolean cutStopTimer(unsigned handle) {
  return retarget_hip::with_timer(handle, [](StopWatchInterface& timer) { timer.stop(); });
}
inline CUTBoolean cutResetTimer(unsigned handle) {
  return retarget_hip::with_timer(handle, [](StopWatchInterface& timer) { timer.reset(); });
}
inline float cutGetTimerValue(unsigned handle) {
  float value = 0;
  retarget_hip::with_timer(handle, [&](StopWatchInterface& timer) { value = timer.getTime(); });
  return value;
}
inline float cutGetAverageTimerValue(unsigned handle) {
  float value = 0;
  retarget_hip::with_timer(handle, [&](StopWatchInterface& timer) { value = timer.getAverageTime(); });
  return value;
}

inline CUTBoolean cutComparefe(const float* reference, const float* data, unsigned length, float epsilon) {
  return compareData(reference, data, length, epsilon, 0.0f);
}
inline CUTBoolean cutComparef(const float* reference, const float* data, unsigned length) {
  return compareData(reference, data, length, 0.0f, 0.0f);
}
inline CUTBoolean cutComparei(const int* reference, const int* data, unsigned length) {
  return compareData(reference, data, length, 0.0f, 0.0f);
}
inline CUTBoolean cutCompareub(const unsigned char* reference, const unsigned char* data, unsigned length) {
  return compareData(reference, data, length, 0.0f, 0.0f);
}
inline CUTBoolean cutCompareube(const unsigned char* reference, const unsigned char* data, unsigned length,
                                float epsilon) {
  return compareData(reference, data, length, epsilon, 0.0f);
}
inline CUTBoolean cutCompareL2fe(const float* reference, const float* data, unsigned length, float epsilon) {
  return sdkCompareL2fe(reference, data, length, epsilon);
}
inline char* cutFindFilePath(const char* filename, const char* program) {
  return sdkFindFilePath(filename, program);
}
inline void cutFree(void* data) { std::free(data); }

#endif
#endif
