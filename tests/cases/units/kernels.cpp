// A name that ends in .cpp does not say how the build compiles the unit: with a kernel in it, as CUDA.
#include <cuda_runtime.h>

__global__ void fill(float *p) {
#ifdef __CUDACC__
  p[threadIdx.x] = 1;
#endif
}

int main() {
  float *p;
  cudaMalloc(&p, 4 * 64);
  fill<<<1, 64>>>(p);
  return cudaDeviceSynchronize();
}
