// retarget: -std=c++17
// The type is a template's to know, and the unit has vectors of two.
#include <hip/hip_runtime.h>
#include "retarget_hip/bindings.h"
template <typename T>
__device__ int2 interval(T x) {
  return make_int2(static_cast<int>(x), static_cast<int>(x) + 4);
}
template <typename T>
__global__ void k(int *out, T x) {
  const auto [low, high] = interval(x);
  out[0] = high - low;
}
