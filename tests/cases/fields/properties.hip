// Members of the device properties: renamed where clang knows the object, an error where HIP has none.
#include <hip/hip_runtime.h>
#include "retarget_hip/device_prop.h"
#include "retarget_hip/warp_size.h"
#include <cstdio>

struct Mine {
  int deviceOverlap, major;
};

int report(const hipDeviceProp_t &p, hipDeviceProp_t *q, Mine m) {
  std::printf("%d %d\n", retarget_hip::property::deviceOverlap(p), retarget_hip::property::deviceOverlap((*q)));
  hipDeviceProp_t all[2];
  std::printf("%d %d\n", retarget_hip::property::unifiedAddressing(all[1]), retarget_hip::property::unifiedAddressing((*(q + 1))));
  return p.major + warp32::size_of(p) + p.multiProcessorCount + m.deviceOverlap + m.major;
}

int attributes(hipFuncAttributes a) {
  return a.numRegs + a.clusterDimMustBeSet;  // want [no-field] no member 'clusterDimMustBeSet'
}
