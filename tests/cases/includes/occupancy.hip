// A header without a counterpart matters where its names are used.
#include <hip/hip_runtime.h>

__global__ void k(int *p) { *p = 1; }

int block() {
  int grid = 0, size = 0;
  hipOccupancyMaxPotentialBlockSize(&grid, &size, k, 0, 0);
  return size;
}
int checked(const hipDeviceProp_t &p) {
  cudaOccDeviceProp of(p); // want [no-counterpart] 'cudaOccDeviceProp' has no counterpart
  return of.numSms == 0;
}
