// Counters that wrap at a bound, in each scope.
// want: 0 9 4
// want: 99 99 2
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(unsigned* p) {
  atomicInc(p, 9);
  atomicDec(p + 1, 9);
  atomicInc_block(p + 2, 5);
  atomicMin(p + 3, threadIdx.x + 99);
  atomicMax(p + 4, threadIdx.x);
  atomicInc_system(p + 5, 6);
}

int main() {
  unsigned* p;
  cudaMallocManaged(&p, 6 * sizeof *p);
  for (int i = 0; i < 6; ++i) p[i] = i == 3 ? 1000 : 0;
  count<<<1, 100>>>(p);
  cudaDeviceSynchronize();
  p[1] += 9;
  printf("%u %u %u\n%u %u %u\n", p[0], p[1], p[2], p[3], p[4], p[5]);
}
