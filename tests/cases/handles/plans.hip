// retarget: -isystem../toolkit
// The plans of cuFFT are numbers, which programs keep among others.
#include <hip/hip_runtime.h>
#include "retarget_hip/fft_plans.h"
#include <hipfft/hipfft.h>
#include <map>
#include <string>

struct Kept {
  std::map<std::string, int> numbers;
  void store(std::string name, int value) { numbers[name] = value; }
  void store(std::string name, bool value) { numbers[name] = value; }
  int number(std::string name) { return numbers[name]; }
};

#define AS_NUMBER(p) ((p) + 1)
#define NO_PLAN ((hipfftHandle)-1)

hipfftHandle made(Kept &kept, int n) {
  hipfftHandle plan = 0, none = retarget_hip::fft_plan(-1);
  hipfftPlan1d(&plan, n, HIPFFT_Z2Z, 1);
  kept.store("plan", retarget_hip::fft_number(plan));
  hipfftHandle again = retarget_hip::fft_plan(kept.number("plan")), other(again);
  again = n ? retarget_hip::fft_plan(kept.number("x")) : plan;
  if (again == none || retarget_hip::fft_number(plan) == -1 || !other || plan != 0) hipfftDestroy(plan);
  if (other == NO_PLAN) other = (hipfftHandle)0;
  again = NO_PLAN;
  int number = (int)retarget_hip::fft_number(plan) + static_cast<int>(retarget_hip::fft_number(again));
  unsigned long wide = (unsigned long)retarget_hip::fft_number(plan);
  other = (hipfftHandle)retarget_hip::fft_plan(number);
  plan += 1;  // want [handles] is a number in CUDA and 'hipfftHandle' a pointer
  number = AS_NUMBER(retarget_hip::fft_number(plan));
  return wide ? retarget_hip::fft_plan(kept.number("plan")) : other;
}

#include <utility>

template <class T>
T either(T one, const T &other) {
  return one ? one : other;
}

struct Owner {
  hipfftHandle plan = 0;
  Owner(Owner &&other) : plan(std::exchange(other.plan, retarget_hip::fft_plan(0))) {}
  int number() { return retarget_hip::fft_number(std::exchange(plan, retarget_hip::fft_plan(-1))); }
  bool is_first() { return either(plan, retarget_hip::fft_plan(0)) == either<hipfftHandle>(retarget_hip::fft_plan(0), plan); }
  std::pair<int, bool> both(int n) { return std::make_pair(either(n, 1), plan != 0); }
};

int uses(std::map<hipfftHandle, int> &counted, hipfftHandle plan) {
  counted[plan]++;
  return counted.at(plan) + 1;
}
