/* The same in C, where the answers are functions of the file. */
#include <cuda_runtime.h>
#include <stdio.h>

int capability(void) {
  struct cudaDeviceProp prop;
  int major;
  cudaGetDeviceProperties(&prop, 0);
  cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, 0);
  printf("%d.%d\n", prop.major, prop.minor);
  return major;
}
