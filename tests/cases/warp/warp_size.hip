// The width in which kernels count is 32 on the host as well, for who asks the device too.
#include <hip/hip_runtime.h>
#include "retarget_hip/capability.h"
#include "retarget_hip/warp_size.h"
#include <cstdio>

#define WIDTH(p) (p).warpSize // want [warp-size] if this is the device's property
#define LANE (threadIdx.x & (warp32::size - 1))

__global__ void lanes(int *out) { out[threadIdx.x] = LANE + threadIdx.x / warp32::size; }

int main() {
  hipDeviceProp_t prop;
  retarget_hip_getDeviceProperties(&prop, 0);
  hipDeviceProp_t *pointer = &prop;
  printf("%d %d\n", warp32::size_of(prop), 2 * warp32::size_of((*pointer)));
  int width = 0;
  retarget_hip_deviceGetAttribute(&width, hipDeviceAttributeWarpSize, 0);
  return 0;
}
