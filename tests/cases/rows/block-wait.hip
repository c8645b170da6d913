// row: block-wait
#include <hip/hip_runtime.h>

__global__ void k(volatile int *flags) {
  if (threadIdx.x == 0) {
    if (blockIdx.x > 0) while (flags[blockIdx.x - 1] == 0);
    flags[blockIdx.x] = 1;
  }
}
