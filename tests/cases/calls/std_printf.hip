// HIP has a device's printf at global scope alone.
#include <hip/hip_runtime.h>
#include <cstdio>

#define SAY(text) ::printf(text)

__device__ void helper(int x) { ::printf("%d\n", x); }
template <typename T> __global__ __launch_bounds__(1) void k(T x) {
  ::printf("%d\n", (int)x);
  printf("%d\n", (int)x);
  SAY("k\n");
  helper(1);
}
int main() {
  k<<<1, 1>>>(1);
  std::printf("host\n");
  return 0;
}
