// Numbers for the plans of hipFFT: a plan is an `int` in CUDA, which programs keep among other numbers.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_FFT_PLANS_H
#define RETARGET_HIP_FFT_PLANS_H
#if defined(__cplusplus) && __has_include(<hipfft/hipfft.h>)

#include <hipfft/hipfft.h>

#include <cstdint>
#include <mutex>
#include <vector>

#pragma push_macro("size")
#undef size
#pragma push_macro("push_back")
#undef push_back

namespace retarget_hip {

struct fft_plans {
  std::mutex busy_;
  std::vector<hipfftHandle> known_;  // by number, from 1
  static fft_plans& all_() {
    static fft_plans plans_;
    return plans_;
  }
};

// What is no plan (0, -1) keeps its value.
inline int fft_number(hipfftHandle plan_) {
  const std::intptr_t value_ = reinterpret_cast<std::intptr_t>(plan_);
  if (value_ == static_cast<int>(value_)) return static_cast<int>(value_);
  fft_plans& plans_ = fft_plans::all_();
  std::lock_guard<std::mutex> held_(plans_.busy_);
  for (std::size_t at_ = 0; at_ < plans_.known_.size(); ++at_)
    if (plans_.known_[at_] == plan_) return static_cast<int>(at_) + 1;
  plans_.known_.push_back(plan_);
  return static_cast<int>(plans_.known_.size());
}
inline hipfftHandle fft_plan(long long number_) {
  fft_plans& plans_ = fft_plans::all_();
  std::lock_guard<std::mutex> held_(plans_.busy_);
  if (number_ > 0 && number_ <= static_cast<long long>(plans_.known_.size())) return plans_.known_[number_ - 1];
  return reinterpret_cast<hipfftHandle>(static_cast<std::intptr_t>(number_));
}

}  // namespace retarget_hip

#pragma pop_macro("size")
#pragma pop_macro("push_back")

#endif
#endif
