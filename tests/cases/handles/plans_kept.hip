// No toolkit has cuFFT's header here. Plans in classes: set by constructors, ordered against 0.
#include <hip/hip_runtime.h>
#include "retarget_hip/fft_plans.h"
#include <hipfft/hipfft.h>

class Transform {
  hipfftHandle plan, back{retarget_hip::fft_plan(-1)};
  int size;

 public:
  explicit Transform(int n) : plan(retarget_hip::fft_plan(-1)), size(n) {}
  Transform(int n, bool) : plan{retarget_hip::fft_plan(-1)}, back(0), size{n} {}
  Transform(const Transform &other) : plan(other.plan), back(other.back), size(other.size) {}
  Transform(const char *) : plan(0), size(0) {}
  bool valid() const { return retarget_hip::fft_number(plan) >= 0 && 0 < retarget_hip::fft_number(back) && plan != 0; }
  bool same(const Transform &other) const { return !(plan < other.plan) && size > 0; }
};
