// What needs no wrapping: functions of the user's own, wrapped symbols, names that only look alike, casts.
#include <hip/hip_runtime.h>

namespace mine {
int cudaMemcpyToSymbol(int a, int b) { return a + b; }
}  // namespace mine
struct Copier {
  void cudaMemcpyFromSymbol(int) {}
};
__global__ void kernel(float *a) { a[0] = 1; }

void run(Copier c) {
  mine::cudaMemcpyToSymbol(1, 2);
  c.cudaMemcpyFromSymbol(3);
  hipFuncSetCacheConfig((const void *)kernel, hipFuncCachePreferL1);
  hipFuncSetCacheConfig(reinterpret_cast<const void *>(kernel), hipFuncCachePreferL1);
  const char *text = "cudaMemcpyToSymbol(a, b, c)";  // cudaMemcpyToSymbol(a, b, c)
  (void)text;
}
