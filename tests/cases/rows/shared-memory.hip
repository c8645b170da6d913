// row: shared-memory
#include <hip/hip_runtime.h>

__global__ void k(float *out) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = out[threadIdx.x];
  out[0] = tile[0];
}

void run(float *out, int bytes) {
  hipFuncSetAttribute(reinterpret_cast<const void*>(k), hipFuncAttributeMaxDynamicSharedMemorySize, 65537);  // want [launch-limits] 65,537 bytes
  hipFuncSetAttribute(reinterpret_cast<const void*>(k), hipFuncAttributeMaxDynamicSharedMemorySize, bytes);
  k<<<1, 64, 65537>>>(out);  // want [launch-limits] 65,537 bytes of dynamic shared memory
  k<<<1, 64, 65536>>>(out);
}
