// retarget: -isystem../toolkit
// The plans of cuFFT are numbers, which programs keep among others.
#include <cufft.h>
#include <map>
#include <string>

struct Kept {
  std::map<std::string, int> numbers;
  void store(std::string name, int value) { numbers[name] = value; }
  void store(std::string name, bool value) { numbers[name] = value; }
  int number(std::string name) { return numbers[name]; }
};

#define AS_NUMBER(p) ((p) + 1)
#define NO_PLAN ((cufftHandle)-1)

cufftHandle made(Kept &kept, int n) {
  cufftHandle plan = 0, none = -1;
  cufftPlan1d(&plan, n, CUFFT_Z2Z, 1);
  kept.store("plan", plan);
  cufftHandle again = kept.number("plan"), other(again);
  again = n ? kept.number("x") : plan;
  if (again == none || plan == -1 || !other || plan != 0) cufftDestroy(plan);
  if (other == NO_PLAN) other = (cufftHandle)0;
  again = NO_PLAN;
  int number = (int)plan + static_cast<int>(again);
  unsigned long wide = (unsigned long)plan;
  other = (cufftHandle)number;
  plan += 1;  // want [handles] is a number in CUDA and 'hipfftHandle' a pointer
  number = AS_NUMBER(plan);
  return wide ? kept.number("plan") : other;
}

#include <utility>

template <class T>
T either(T one, const T &other) {
  return one ? one : other;
}

struct Owner {
  cufftHandle plan = 0;
  Owner(Owner &&other) : plan(std::exchange(other.plan, 0)) {}
  int number() { return std::exchange(plan, -1); }
  bool is_first() { return either(plan, 0) == either<cufftHandle>(0, plan); }
  std::pair<int, bool> both(int n) { return std::make_pair(either(n, 1), plan != 0); }
};

int uses(std::map<cufftHandle, int> &counted, cufftHandle plan) {
  counted[plan]++;
  return counted.at(plan) + 1;
}
