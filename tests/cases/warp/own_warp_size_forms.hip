// retarget: -std=c++17
// A declaration of that name is the user's wherever it stands, and so is what refers to it.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_size.h"

int width();

struct Pair { int warpSize, n; };
struct Context {
  int warpSize;
  Context(int w) : warpSize(w) {}
  __device__ int get() const { return warpSize; }
};
namespace mine { constexpr int warpSize = 8; }

template <int warpSize> __device__ int of_template() { return warpSize; }
__device__ int of_parameter(int warpSize) { return warpSize * 2; }
__device__ int captured(int warpSize) {
  auto f = [warpSize] { return warpSize + 1; };
  auto g = [&warpSize] { return warpSize; };
  auto h = [x = 1, warpSize = warpSize / 2] { return warpSize + x; };
  return f() + g() + h();
}
__device__ int bound(Pair p) {
  auto [warpSize, n] = p;
  return warpSize + n + mine::warpSize;
}

#define DECLARED(v) int warpSize = v;
#define IN_BODY() do { int warpSize = width(); (void)(warpSize + 1); } while (0)
#define OF_MACRO(x, warpSize) ((warpSize) + (x))
#define CUDAS (threadIdx.x % warp32::size)
#define BY_CUDAS (CUDAS + 1)
#define EITHERS (threadIdx.x % warpSize) // want [warp-size] the program has a variable of this name, which may be meant here

void host() { IN_BODY(); }
__device__ int by_macros(int x) {
  DECLARED(x)
  return warpSize + OF_MACRO(x, 3) + EITHERS;
}
__global__ void cudas(int* out) { *out = BY_CUDAS + CUDAS + EITHERS + warp32::size; }

#if 0
__device__ int left_out(int warpSize, int n) { return n / warpSize; }
#endif
