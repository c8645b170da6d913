// row: warp-wait
#include <cuda_runtime.h>

__global__ void k(int *lock, int *sum) {
  while (atomicCAS(lock, 0, 1) != 0);  // want [warp-wait] lanes of one warp may wait for each other
  *sum += 1;
  atomicExch(lock, 0);
}
