// row: shared-memory
#include <cuda_runtime.h>

__global__ void k(float *out) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = out[threadIdx.x];
  out[0] = tile[0];
}

void run(float *out, int bytes) {
  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 65537);  // want [launch-limits] 65,537 bytes
  cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  k<<<1, 64, 65537>>>(out);  // want [launch-limits] 65,537 bytes of dynamic shared memory
  k<<<1, 64, 65536>>>(out);
}
