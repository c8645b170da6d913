// Stands for the CUDA samples' helper_timer.h: a host stopwatch in milliseconds.
// Like the original it does not wait for the device.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HELPER_TIMER_H
#define RETARGET_HIP_HELPER_TIMER_H
#ifdef __cplusplus
#define COMMON_HELPER_TIMER_H_  // the guard of the samples' own

#include <chrono>

class StopWatchInterface {
 public:
  void start() {
    began_ = Clock::now();
    running_ = true;
  }
  void stop() {
    if (!running_) return;
    total_ += since_start();
    running_ = false;
    ++sessions_;
  }
  void reset() {
    total_ = 0;
    sessions_ = 0;
    if (running_) began_ = Clock::now();
  }
  float getTime() const { return static_cast<float>(running_ ? total_ + since_start() : total_); }
  float getAverageTime() const { return sessions_ > 0 ? static_cast<float>(total_ / sessions_) : 0.0f; }

 private:
  using Clock = std::chrono::steady_clock;
  double since_start() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - began_).count();
  }
  Clock::time_point began_{};
  double total_ = 0;
  int sessions_ = 0;
  bool running_ = false;
};

inline bool sdkCreateTimer(StopWatchInterface** timer) {
  *timer = new StopWatchInterface;
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer) {
  delete *timer;
  *timer = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer) {
  if (*timer) (*timer)->start();
  return *timer != nullptr;
}
inline bool sdkStopTimer(StopWatchInterface** timer) {
  if (*timer) (*timer)->stop();
  return *timer != nullptr;
}
inline bool sdkResetTimer(StopWatchInterface** timer) {
  if (*timer) (*timer)->reset();
  return *timer != nullptr;
}
inline float sdkGetTimerValue(StopWatchInterface** timer) { return *timer ? (*timer)->getTime() : 0.0f; }
inline float sdkGetAverageTimerValue(StopWatchInterface** timer) {
  return *timer ? (*timer)->getAverageTime() : 0.0f;
}

#endif
#endif
