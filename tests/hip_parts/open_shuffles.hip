// Shuffles that templates leave open between CUDA's types and a class of the program's.
#include "../../templates/hip/open_shuffles.h"
#include "check.h"

namespace program {
struct Complex {
  float x, y;
};
__device__ inline Complex __shfl_sync(unsigned mask, const Complex& c, int lane, int width = 32) {
  return {warp32::shfl_sync(mask, c.x, lane, width), warp32::shfl_sync(mask, c.y, lane, width) + 0.5f};
}
__device__ inline Complex __shfl_xor(const Complex& c, int lanes) {
  return {warp32::shfl_xor(c.x, lanes), warp32::shfl_xor(c.y, lanes) + 0.5f};
}
struct Pair {
  int a, b;
};
#if defined(__HIP_DEVICE_COMPILE__)  // the host's compilation does not see it
__device__ inline Pair __shfl_sync(unsigned mask, const Pair& pair, int lane) {
  return {warp32::shfl_sync(mask, pair.a, lane), warp32::shfl_sync(mask, pair.b, lane)};
}
#endif
}  // namespace program

template <typename T>
__device__ T from(T value, int lane) {
  return warp32::open::shfl_sync(0xffffffffu, value, lane);
}
template <typename T>
__device__ T swapped(T value) {
  return warp32::open::shfl_xor(value, 1);
}

__global__ void both() {
  const int lane = threadIdx.x % 32, base = threadIdx.x - lane;
  EXPECT(from(static_cast<int>(threadIdx.x), 3) == base + 3 && swapped(threadIdx.x + 0u) == (threadIdx.x ^ 1u));
  EXPECT(from(threadIdx.x * 1.0, 40) == base + 8.0 && static_cast<float>(from(__float2half(2.0f), 3)) == 2.0f);
  const program::Complex value{static_cast<float>(threadIdx.x), 1.0f};
  EXPECT(from(value, 5).x == base + 5.0f && from(value, 5).y == 1.5f);
  EXPECT(from(program::Pair{static_cast<int>(threadIdx.x), 7}, 4).a == base + 4);
  EXPECT(swapped(value).x == static_cast<float>(threadIdx.x ^ 1u) && swapped(value).y == 1.5f);
}

int main() {
  both<<<1, 64>>>();
  return report("open_shuffles");
}
