// No toolkit has cuFFT's header here. Plans in classes: set by constructors, ordered against 0.
#include <cufft.h>

class Transform {
  cufftHandle plan, back{-1};
  int size;

 public:
  explicit Transform(int n) : plan(-1), size(n) {}
  Transform(int n, bool) : plan{-1}, back(0), size{n} {}
  Transform(const Transform &other) : plan(other.plan), back(other.back), size(other.size) {}
  Transform(const char *) : plan(0), size(0) {}
  bool valid() const { return plan >= 0 && 0 < back && plan != 0; }
  bool same(const Transform &other) const { return !(plan < other.plan) && size > 0; }
};
