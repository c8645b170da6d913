// What is no sum is computed with integers, as CUDA does; what is printed stays a number.
#include <cuda.h>
#include <cstdio>
#include <iostream>

CUdeviceptr aligned(CUdeviceptr p) { return (p + 255) & ~255ull; }

void integers(CUdeviceptr p, unsigned long long number) {
  size_t value = p;
  int low = (int)p;
  p = number;
  p |= 1;
  p = static_cast<CUdeviceptr>(number) + static_cast<int>(p % 16);
  if ((p & 3) != 0 || p == number) return;
  printf("%llx %p %d %lu\n", p, (void *)p, low, (unsigned long)(p + value));
  std::cout << p << '\n';
}
