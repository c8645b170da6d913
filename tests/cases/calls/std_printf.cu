// HIP has a device's printf at global scope alone.
#include <cstdio>

#define SAY(text) std::printf(text)

__device__ void helper(int x) { ::std::printf("%d\n", x); }
template <typename T> __global__ void k(T x) {
  std::printf("%d\n", (int)x);
  printf("%d\n", (int)x);
  SAY("k\n");
  helper(1);
}
int main() {
  k<<<1, 1>>>(1);
  std::printf("host\n");
  return 0;
}
