// row: launch-limits
#include <hip/hip_runtime.h>

__global__ void k(float *out) { out[0] = 1; }

void run(float *out) {
  k<<<1, 2048>>>(out);  // want [launch-limits] a block of 2,048 threads
}
