// The host counts as the kernels do: a device's property is 32 wherever clang knows it for one.
#include <hip/hip_runtime.h>
#include "retarget_hip/capability.h"
#include "retarget_hip/warp_size.h"

int of_device() {
  hipDeviceProp_t prop;
  retarget_hip_getDeviceProperties(&prop, 0);
  return warp32::size_of(prop);
}
int blocks_of(const hipDeviceProp_t& prop, int warps) { return warps * warp32::size_of(prop); }

template <class Properties> int of_any(const Properties& p) { return warp32::size_of(p); }

#define WARPS(p, n) ((n) / (p).warpSize) // want [warp-size] if this is the device.s property
int warps(const hipDeviceProp_t& prop) { return WARPS(prop, 256) + of_any(prop); }
