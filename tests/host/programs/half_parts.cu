// The components of a __half2 are halves, read and written.
#include <cuda_fp16.h>
#include <stdio.h>

__global__ void sum(const half2* pairs, float* sums) {
  half2 pair = pairs[threadIdx.x];
  pair.y = pair.x;
  sums[threadIdx.x] = (float)pair.x + (float)pair.y;
}

int main() {
  half2 *pairs, made[2];
  float* sums;
  for (int i = 0; i < 2; i++) {
    made[i].x = static_cast<float>(i + 1);
    made[i].y = 8.0f;
  }
  cudaMallocManaged(&pairs, sizeof made);
  cudaMallocManaged(&sums, 2 * sizeof(float));
  for (int i = 0; i < 2; i++) pairs[i] = made[i];
  sum<<<1, 2>>>(pairs, sums);
  cudaDeviceSynchronize();
  printf("%g %g, %g\n", sums[0], sums[1], (float)made[0].y);
}
// want: 2 4, 8
