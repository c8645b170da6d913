// The host counts as the kernels do: a device's property is 32 wherever clang knows it for one.
#include <cuda_runtime.h>

int of_device() {
  cudaDeviceProp prop;
  cudaGetDeviceProperties(&prop, 0);
  return prop.warpSize;
}
int blocks_of(const cudaDeviceProp& prop, int warps) { return warps * prop.warpSize; }

template <class Properties> int of_any(const Properties& p) { return p.warpSize; }

#define WARPS(p, n) ((n) / (p).warpSize) // want [warp-size] if this is the device.s property
int warps(const cudaDeviceProp& prop) { return WARPS(prop, 256) + of_any(prop); }
