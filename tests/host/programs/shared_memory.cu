// Of shared memory, a processor of the device has at least what a block may take, however a host asks.
// want: 1 1 1
#include <cuda_runtime.h>

#include <cstdio>

int main() {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  int block = 0, whole = 0;
  cudaDeviceGetAttribute(&block, cudaDevAttrMaxSharedMemoryPerBlock, 0);
  const cudaError_t told = cudaDeviceGetAttribute(&whole, cudaDevAttrMaxSharedMemoryPerMultiprocessor, 0);
  printf("%d %d %d\n", prop.sharedMemPerMultiprocessor >= prop.sharedMemPerBlock, told == cudaSuccess, whole >= block);
  return 0;
}
