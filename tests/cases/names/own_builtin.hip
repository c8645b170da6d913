// A function of the program's by a name that clang knows as a builtin: nvcc's host compilers do not.
#include <hip/hip_runtime.h>
#include <stdint.h>

#ifndef _WIN64
#define __rdtsc own_rdtsc
static uint64_t inline __rdtsc() {
  uint32_t h, l;
  asm("rdtsc;" : "=d"(h), "=a"(l));
  return (uint64_t)h << 32 | (uint64_t)l;
}
#endif
static inline int __builtin_of_mine() { return 1; }

uint64_t seed() { return __rdtsc() + __builtin_of_mine(); }
__global__ void kernel(uint64_t *out) { *out += 1; }
