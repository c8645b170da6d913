// Launches of which test_traffic_truth.py compares what is told of their bytes with what they do.
#include <cuda_runtime.h>
__global__ void exact(const float *__restrict__ a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] += a[i / 2];
}
__global__ void unused(const float *a, float *b, int n) {  // the compiler leaves out, or moves, all but one
  int i = threadIdx.x, k = 0;
  float v = a[i], w = a[i + 100];
  for (; k < 8 && a[200 + k] < 40; k++) ;
  if (a[i + 264] > 0) v += 1;
  float u = a[i + 500], t = a[i + 600];
  if (n > 2000) b[i] = w;
  b[i + 64] = n > 2000 && t > 1;
  b[i] = a[i + 164];
  switch (n) { case 7: b[i] = u; }
}
__global__ void gathered(const int *at, const float *a, float *b, int n) { b[threadIdx.x] = a[at[threadIdx.x] + n]; }
template <class T> __global__ void special(T *, int) {}
template <> __global__ void special<float>(float *b, int n) { b[threadIdx.x] = n; }

int main() {
  float *a, *b;
  int *at;
  cudaMalloc(&a, 4000), cudaMalloc(&b, 4000), cudaMalloc(&at, 256);
  cudaMemset(a, 0, 4000), cudaMemset(b, 0, 4000), cudaMemset(at, 0, 256);
  exact<<<4, 100>>>(a, b, 333);
  unused<<<1, 64>>>(a, b, 333);
  gathered<<<1, 64>>>(at, a, b, 3);
  special<<<1, 64>>>(b, 3);
  return cudaDeviceSynchronize();
}
