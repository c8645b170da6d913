// retarget: -std=c++17
// No vector of two is named: a template's pair is the user's.
#include <hip/hip_runtime.h>
template <typename T>
struct Pair {
  T a, b;
};
template <typename T>
__global__ void k(float4 *out, Pair<T> pair) {
  auto [a, b] = pair;
  out[0].x = a + b;
}
