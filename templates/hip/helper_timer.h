// Stands for the CUDA samples' helper_timer.h: a host stopwatch in milliseconds.
// Like the original it does not wait for the device.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HELPER_TIMER_H
#define RETARGET_HIP_HELPER_TIMER_H
#ifdef __cplusplus
#define COMMON_HELPER_TIMER_H_  // the guard of the samples' own

#include <chrono>

#pragma push_macro("count")
#undef count

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

inline bool sdkCreateTimer(StopWatchInterface** timer_) {
  *timer_ = new StopWatchInterface;
  return true;
}
inline bool sdkDeleteTimer(StopWatchInterface** timer_) {
  delete *timer_;
  *timer_ = nullptr;
  return true;
}
inline bool sdkStartTimer(StopWatchInterface** timer_) {
  if (*timer_) (*timer_)->start();
  return *timer_ != nullptr;
}
inline bool sdkStopTimer(StopWatchInterface** timer_) {
  if (*timer_) (*timer_)->stop();
  return *timer_ != nullptr;
}
inline bool sdkResetTimer(StopWatchInterface** timer_) {
  if (*timer_) (*timer_)->reset();
  return *timer_ != nullptr;
}
inline float sdkGetTimerValue(StopWatchInterface** timer_) { return *timer_ ? (*timer_)->getTime() : 0.0f; }
inline float sdkGetAverageTimerValue(StopWatchInterface** timer_) {
  return *timer_ ? (*timer_)->getAverageTime() : 0.0f;
}

#pragma pop_macro("count")

#endif
#endif
