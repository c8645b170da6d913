// Sums and products of 256 bits whose carry passes from statement to statement: by macros, functions and loops.
#include <cstdio>

#define ADDO(c, a, b) asm volatile("add.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory");
#define ADDC(c, a, b) asm volatile("addc.cc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b) : "memory");
#define ADD(c, a, b) asm volatile("addc.u64 %0, %1, %2;" : "=l"(c) : "l"(a), "l"(b));

__device__ __forceinline__ unsigned sub_cc(unsigned a, unsigned b) {
  unsigned r;
  asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
__device__ __noinline__ unsigned subc_cc(unsigned a, unsigned b) {
  unsigned r;
  asm volatile("subc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

typedef unsigned long long u64;
__device__ u64 state(u64 x) {
  x ^= x >> 31;
  x *= 0x7fb5d329728ea185ull;
  x ^= x >> 27;
  return x % 5 == 0 ? ~0ull : x % 7 == 0 ? 0 : x * 0x81dadef4bc2dd44dull;
}

__global__ void sums(u64* out) {
  u64 a[4], b[4], r[5];
  for (int i = 0; i < 4; ++i) a[i] = state(threadIdx.x * 8 + i + 1), b[i] = state(threadIdx.x * 8 + i + 5);
  ADDO(r[0], a[0], b[0])
  if (threadIdx.x % 2) {  // threads go different ways, each with its own carry
    ADDC(r[1], a[1], b[1])
    ADDC(r[2], a[2], b[2])
  } else {
    for (int i = 1; i < 3; ++i) ADDC(r[i], a[i], b[i])
  }
  ADDC(r[3], a[3], b[3])
  ADD(r[4], 0ull, 0ull)
  unsigned d[9], *x = (unsigned*)a, *y = (unsigned*)b;
  d[0] = sub_cc(x[0], y[0]);
  for (int i = 1; i < 8; ++i) d[i] = subc_cc(x[i], y[i]);
  asm volatile("subc.u32 %0, 0, 0;" : "=r"(d[8]));
  unsigned p[9] = {};
  asm("mad.lo.cc.u32 %0, %2, %3, %0; madc.hi.cc.u32 %1, %2, %3, %1;" : "+r"(p[0]), "+r"(p[1]) : "r"(x[0]), "r"(y[0]));
  for (int i = 2; i < 8; i += 2)
    asm("madc.lo.cc.u32 %0, %2, %3, %0; madc.hi.cc.u32 %1, %2, %3, %1;" : "+r"(p[i]), "+r"(p[i + 1]) : "r"(x[i]), "r"(y[0]));
  asm("addc.u32 %0, 0, 0;" : "=r"(p[8]));
  u64* row = out + threadIdx.x * 24;
  for (int i = 0; i < 4; ++i) row[i] = a[i], row[4 + i] = b[i];
  for (int i = 0; i < 5; ++i) row[8 + i] = r[i];
  for (int i = 0; i < 9; ++i) row[13 + i] = 0;
  for (int i = 0; i < 9; ++i) ((unsigned*)(row + 13))[i] = d[i];
  for (int i = 0; i < 9; ++i) ((unsigned*)(row + 18))[i] = p[i];
}

int main() {
  u64* out;
  cudaMallocManaged(&out, 96 * 24 * sizeof(u64));
  sums<<<1, 96>>>(out);
  cudaDeviceSynchronize();
  for (int t = 0; t < 96; ++t) {
    for (int i = 0; i < 23; ++i) printf("%llx ", out[t * 24 + i]);
    printf("\n");
  }
}
