// row: grid-limits
#include <cuda_runtime.h>

__global__ void k(float *out) { out[0] = 1; }

void run(float *out) {
  k<<<dim3(1, 65535), 64>>>(out);
  k<<<1, dim3(2, 2, 64)>>>(out);
  k<<<1, dim3(2, 2, 65)>>>(out);  // want [launch-limits] 65 threads along z: CUDA starts no more than 64
  k<<<dim3(1, 65536), 64>>>(out);  // want [launch-limits] 65,536 blocks along y: CUDA starts no more than 65,535
}
