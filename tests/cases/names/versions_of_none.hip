// A host unit without CUDA's headers, in which no version of CUDA is a macro: the first branch is the one that is taken.
#include <cmath>
#ifdef WITH_CUDA
#include <hip/hip_runtime.h>
#endif

#if !defined(CUDART_VERSION) || CUDART_VERSION < 5000
static void sincospi(double x, double *s, double *c) { *s = std::sin(3.14 * x), *c = std::cos(3.14 * x); }
#endif

double both(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return s + c;
}
