// What is no sum is computed with integers, as CUDA does; what is printed stays a number.
#include <hip/hip_runtime.h>
#include <cstdio>
#include <iostream>

hipDeviceptr_t aligned(hipDeviceptr_t p) { return (hipDeviceptr_t)(((unsigned long long)p + 255) & ~255ull); }

void integers(hipDeviceptr_t p, unsigned long long number) {
  size_t value = (unsigned long long)p;
  int low = (int)(unsigned long long)p;
  p = (hipDeviceptr_t)number;
  p = (hipDeviceptr_t)((unsigned long long)p | 1);
  p = (char*)static_cast<hipDeviceptr_t>((hipDeviceptr_t)number) + static_cast<int>((unsigned long long)p % 16);
  if (((unsigned long long)p & 3) != 0 || (unsigned long long)p == number) return;
  printf("%llx %p %d %lu\n", (unsigned long long)p, (void *)p, low, (unsigned long)((char*)p + value));
  std::cout << (unsigned long long)p << '\n';
}
