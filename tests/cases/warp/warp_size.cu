// The width in which kernels count is 32 on the host as well, for who asks the device too.
#include <cuda_runtime.h>
#include <cstdio>

#define WIDTH(p) (p).warpSize // want [warp-size] if this is the device's property
#define LANE (threadIdx.x & (warpSize - 1))

__global__ void lanes(int *out) { out[threadIdx.x] = LANE + threadIdx.x / warpSize; }

int main() {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  cudaDeviceProp *pointer = &prop;
  printf("%d %d\n", prop.warpSize, 2 * pointer->warpSize);
  int width = 0;
  cudaDeviceGetAttribute(&width, cudaDevAttrWarpSize, 0);
  return 0;
}
