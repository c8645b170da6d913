// The host chooses by the version that a kernel's code was compiled for: the one by which the code takes its branches.
#include <cuda_runtime.h>

__global__ void k(int *p) {
#if __CUDA_ARCH__ >= 700
  p[threadIdx.x] = 7;
#else
  p[2 * threadIdx.x] = 6;
#endif
}

struct Mine {
  int ptxVersion;
};

int width(Mine m, cudaFuncAttributes *all) {
  cudaFuncAttributes a;
  cudaFuncGetAttributes(&a, k);
  int binary = all[1].binaryVersion + (all + 1)->ptxVersion;
  return a.ptxVersion >= 70 ? 1 : binary + m.ptxVersion;
}
