// Stands for the old CUDA SDK's cutil.h and cutil_inline.h: error checks, timers, device choice, command line.
// Timers are handles, numbered from 1; times are host times in milliseconds.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_CUTIL_H
#define RETARGET_HIP_CUTIL_H
#ifdef __cplusplus

#include <map>

#include "helper_cuda.h"
#include "helper_functions.h"

#pragma push_macro("map")
#undef map
#pragma push_macro("end")
#undef end
#pragma push_macro("find")
#undef find
#pragma push_macro("first")
#undef first
#pragma push_macro("second")
#undef second

typedef int CUTBoolean;
enum { CUTFalse = 0, CUTTrue = 1 };

#define CUDA_SAFE_CALL_NO_SYNC(call_) check((call_), #call_, __FILE__, __LINE__)
#define CUDA_SAFE_CALL(call_) CUDA_SAFE_CALL_NO_SYNC(call_)
#define CU_SAFE_CALL(call_) CUDA_SAFE_CALL_NO_SYNC(call_)
#define CU_SAFE_CALL_NO_SYNC(call_) CUDA_SAFE_CALL_NO_SYNC(call_)
#define CUFFT_SAFE_CALL(call_) CUDA_SAFE_CALL_NO_SYNC(call_)
#define cutilSafeCall(call_) CUDA_SAFE_CALL_NO_SYNC(call_)
#define cutilSafeCallNoSync(call_) CUDA_SAFE_CALL_NO_SYNC(call_)
#define cufftSafeCall(call_) CUDA_SAFE_CALL_NO_SYNC(call_)
#define cutilDrvSafeCall(call_) CUDA_SAFE_CALL_NO_SYNC(call_)
#define cutilDrvSafeCallNoSync(call_) CUDA_SAFE_CALL_NO_SYNC(call_)
#define CUT_CHECK_ERROR(message) __getLastCudaError(message, __FILE__, __LINE__)
#define cutilCheckMsg(message) __getLastCudaError(message, __FILE__, __LINE__)
#define cutilThreadSynchronize() hipDeviceSynchronize()
#define cutilDeviceSynchronize() hipDeviceSynchronize()
#define cutilDeviceReset() hipDeviceReset()

// A step of the host that reports success as a truth value.
inline void cutilRequire(bool holds_, const char* call_, const char* file_, int line_) {
  if (holds_) return;
  std::fprintf(stderr, "%s:%d: %s failed\n", file_, line_, call_);
  std::exit(EXIT_FAILURE);
}
#define CUT_SAFE_CALL(call_) cutilRequire((call_), #call_, __FILE__, __LINE__)
#define cutilCheckError(call_) CUT_SAFE_CALL(call_)
#define CUT_CONDITION(value_) CUT_SAFE_CALL(value_)
#define cutilCondition(value_) CUT_SAFE_CALL(value_)
#define CUT_SAFE_MALLOC(call_) CUT_SAFE_CALL((call_) != nullptr)
#define cutilSafeMalloc(call_) CUT_SAFE_CALL((call_) != nullptr)

inline int cutGetMaxGflopsDeviceId() { return gpuGetMaxGflopsDeviceId(); }
inline int cutilChooseCudaDevice(int argc_, char** argv_) {
  return findCudaDevice(argc_, const_cast<const char**>(argv_));
}
inline int cutilDeviceInit(int argc_, char** argv_) { return cutilChooseCudaDevice(argc_, argv_); }
// Bank conflicts were checked in emulation only.
#define CUT_BANK_CHECKER(array, index) array[index]

#define CUT_DEVICE_INIT(argc_, argv_) cutilChooseCudaDevice((argc_), const_cast<char**>(argv_))

inline CUTBoolean cutCheckCmdLineFlag(int argc_, const char** argv_, const char* name_) {
  return checkCmdLineFlag(argc_, argv_, name_);
}
inline CUTBoolean cutGetCmdLineArgumenti(int argc_, const char** argv_, const char* name_, int* value_) {
  return getCmdLineArgumentValue(argc_, argv_, name_, value_);
}
inline CUTBoolean cutGetCmdLineArgumentf(int argc_, const char** argv_, const char* name_, float* value_) {
  return getCmdLineArgumentValue(argc_, argv_, name_, value_);
}
inline CUTBoolean cutGetCmdLineArgumentstr(int argc_, const char** argv_, const char* name_, char** text_) {
  char* value_ = nullptr;
  if (getCmdLineArgumentString(argc_, argv_, name_, &value_)) *text_ = strdup(value_);
  return value_ != nullptr;
}

#define CUT_EXIT(argc_, argv_)                                                                      \
  do {                                                                                            \
    if (!cutCheckCmdLineFlag((argc_), const_cast<const char**>(argv_), "noprompt")) {               \
      std::printf("\nPress ENTER to exit...\n");                                                  \
      std::fflush(stdout);                                                                        \
      std::getchar();                                                                             \
    }                                                                                             \
    std::exit(EXIT_SUCCESS);                                                                      \
  } while (0)
#define cutilExit(argc_, argv_) CUT_EXIT(argc_, argv_)

namespace retarget_hip {
inline std::map<unsigned, StopWatchInterface>& cut_timers() {
  static std::map<unsigned, StopWatchInterface> timers_;
  return timers_;
}
// Runs the action on the timer of that handle; false if there is none.
template <typename Action_>
inline CUTBoolean with_timer(unsigned handle_, Action_ action_) {
  const auto found_ = cut_timers().find(handle_);
  if (found_ == cut_timers().end()) return CUTFalse;
  action_(found_->second);
  return CUTTrue;
}
}  // namespace retarget_hip

inline CUTBoolean cutCreateTimer(unsigned* handle_) {
  auto& timers_ = retarget_hip::cut_timers();
  *handle_ = timers_.empty() ? 1 : timers_.rbegin()->first + 1;
  timers_[*handle_];
  return CUTTrue;
}
inline CUTBoolean cutDeleteTimer(unsigned handle_) {
  return retarget_hip::cut_timers().erase(handle_) == 1;
}
inline CUTBoolean cutStartTimer(unsigned handle_) {
  return retarget_hip::with_timer(handle_, [](StopWatchInterface& timer_) { timer_.start(); });
}
inline CUTBoolean cutStopTimer(unsigned handle_) {
  return retarget_hip::with_timer(handle_, [](StopWatchInterface& timer_) { timer_.stop(); });
}
inline CUTBoolean cutResetTimer(unsigned handle_) {
  return retarget_hip::with_timer(handle_, [](StopWatchInterface& timer_) { timer_.reset(); });
}
inline float cutGetTimerValue(unsigned handle_) {
  float value_ = 0;
  retarget_hip::with_timer(handle_, [&](StopWatchInterface& timer_) { value_ = timer_.getTime(); });
  return value_;
}
inline float cutGetAverageTimerValue(unsigned handle_) {
  float value_ = 0;
  retarget_hip::with_timer(handle_, [&](StopWatchInterface& timer_) { value_ = timer_.getAverageTime(); });
  return value_;
}

inline CUTBoolean cutComparefe(const float* reference_, const float* data_, unsigned length_, float epsilon_) {
  return compareData(reference_, data_, length_, epsilon_, 0.0f);
}
inline CUTBoolean cutComparef(const float* reference_, const float* data_, unsigned length_) {
  return compareData(reference_, data_, length_, 0.0f, 0.0f);
}
inline CUTBoolean cutComparei(const int* reference_, const int* data_, unsigned length_) {
  return compareData(reference_, data_, length_, 0.0f, 0.0f);
}
inline CUTBoolean cutCompareub(const unsigned char* reference_, const unsigned char* data_, unsigned length_) {
  return compareData(reference_, data_, length_, 0.0f, 0.0f);
}
inline CUTBoolean cutCompareube(const unsigned char* reference_, const unsigned char* data_, unsigned length_,
                                float epsilon_) {
  return compareData(reference_, data_, length_, epsilon_, 0.0f);
}
inline CUTBoolean cutCompareL2fe(const float* reference_, const float* data_, unsigned length_, float epsilon_) {
  return sdkCompareL2fe(reference_, data_, length_, epsilon_);
}
inline char* cutFindFilePath(const char* filename_, const char* program_) {
  return sdkFindFilePath(filename_, program_);
}
inline void cutFree(void* data_) { std::free(data_); }

#pragma pop_macro("map")
#pragma pop_macro("end")
#pragma pop_macro("find")
#pragma pop_macro("first")
#pragma pop_macro("second")

#endif
#endif
