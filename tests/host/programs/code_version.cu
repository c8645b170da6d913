// What the host hears of a kernel's code is what the code was compiled for.
// want: 70 70 70
#include <cuda_runtime.h>

#include <cstdio>

__global__ void k(int* version) {
#ifdef __CUDA_ARCH__
  *version = __CUDA_ARCH__ / 10;
#endif
}

int main() {
  cudaFuncAttributes of_k;
  cudaFuncGetAttributes(&of_k, k);
  int *version, here;
  cudaMalloc(&version, sizeof here);
  k<<<1, 1>>>(version);
  cudaMemcpy(&here, version, sizeof here, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", here, of_k.ptxVersion, of_k.binaryVersion);
}
