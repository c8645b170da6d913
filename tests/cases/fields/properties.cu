// Members of the device properties: renamed where clang knows the object, an error where HIP has none.
#include <cuda_runtime.h>
#include <cstdio>

struct Mine {
  int deviceOverlap, major;
};

int report(const cudaDeviceProp &p, cudaDeviceProp *q, Mine m) {
  std::printf("%d %d\n", p.deviceOverlap, q->deviceOverlap);
  cudaDeviceProp all[2];
  std::printf("%d %d\n", all[1].unifiedAddressing, (q + 1)->unifiedAddressing);
  return p.major + p.warpSize + p.multiProcessorCount + m.deviceOverlap + m.major;
}

int attributes(cudaFuncAttributes a) {
  return a.numRegs + a.clusterDimMustBeSet;  // want [no-field] no member 'clusterDimMustBeSet'
}
