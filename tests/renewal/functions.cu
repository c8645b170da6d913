// Functions that left the runtime have successors of other names; in macros and skipped branches too.
#include <cstdio>

#define CHECK(call) if ((call) != cudaSuccess) std::puts("failed")
#define JOIN() cudaThreadSynchronize()

int main() {
  size_t stack = 0;
  cudaFuncCache preference;
  CHECK(cudaThreadGetLimit(&stack, cudaLimitStackSize));
  CHECK(cudaThreadSetLimit(cudaLimitStackSize, 2 * stack));
  CHECK(cudaThreadGetCacheConfig(&preference));
  CHECK(cudaThreadSetCacheConfig(cudaFuncCachePreferL1));
#ifdef SLOW
  cudaThreadSynchronize();  // waits
#endif
  CHECK(JOIN());
  return cudaThreadExit() != cudaSuccess;
}
