// What is launched stands in brackets behind the head of a loop or branch; indices are taken by reference.
// want: 0 4 8 29 39 48
#include <cuda_runtime.h>

#include <cstdio>

__global__ void ones(int *o) { o[threadIdx.x] += 1; }
__global__ void twos(int *o) { o[threadIdx.x] += 2; }

__global__ void by_reference(int *o) {
  auto &t = threadIdx;
  const auto &b = blockIdx;
  const dim3 &size = blockDim;
  o[b.x * size.x + t.x] += t.x * 4;
}

int main(int n, char **) {
  int *d, h[8];
  cudaMalloc(&d, sizeof h);
  cudaMemset(d, 0, sizeof h);
  by_reference<<<2, 4>>>(d);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d %d %d", h[0], h[1], h[6]);
  for (int k = 0; k < 3; k++) (k ? ones : twos)<<<1, 8>>>(d + 0);
  if (n > 5) ones<<<1, 8>>>(d); else (n > 6 ? ones : twos)<<<1, 8>>>(d);
  while (n-- > 1) (twos)<<<1, 8>>>(d);
  if (n == 0) (twos)<<<1, 8>>>(d);
  do (ones)<<<1, 8>>>(d); while (n > 5);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  printf(" %d %d %d\n", h[2] + h[0] + 3, h[4] * 2 + h[3], h[0] * 4 + h[1] - 1);
}
