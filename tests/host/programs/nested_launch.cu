// An argument of a launch may launch itself: each grid keeps its own size.
// want: 120 6
#include <cstdio>
#include <cuda_runtime.h>

__global__ void count(int* p, int v) { atomicAdd(p, v); }

static int launched_within(int* p) {
  count<<<2, 3>>>(p, 1);
  cudaDeviceSynchronize();
  return *p;
}

int main() {
  int* p;
  cudaMallocManaged(&p, 2 * sizeof *p);
  p[0] = p[1] = 0;
  count<<<4, 5>>>(p, launched_within(p + 1));
  cudaDeviceSynchronize();
  printf("%d %d\n", p[0], p[1]);
}
