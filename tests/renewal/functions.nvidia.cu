// Functions that left the runtime have successors of other names; in macros and skipped branches too.
#include <cstdio>

#define CHECK(call) if ((call) != cudaSuccess) std::puts("failed")
#define JOIN() cudaDeviceSynchronize()

int main() {
  size_t stack = 0;
  cudaFuncCache preference;
  CHECK(cudaDeviceGetLimit(&stack, cudaLimitStackSize));
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 2 * stack));
  CHECK(cudaDeviceGetCacheConfig(&preference));
  CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
#ifdef SLOW
  cudaDeviceSynchronize();  // waits
#endif
  CHECK(JOIN());
  return cudaDeviceReset() != cudaSuccess;
}
