// row: grid-limits
#include <hip/hip_runtime.h>

__global__ __launch_bounds__(64) void k(float *out) { out[0] = 1; }

void run(float *out) {
  k<<<dim3(1, 65535), 64>>>(out);
  k<<<dim3(1, 65536), 64>>>(out);  // want [launch-limits] 65,536 blocks along y: CUDA starts no more than 65,535
}
