// Members of cudaDeviceProp that are gone are asked of the device.
#include "retarget_cuda/device_properties.h"
#include <cstdio>

#define KHZ(properties) (properties).clockRate  // want [no-field] 'clockRate' is no member of CUDA 13's

int main() {
  cudaDeviceProp prop, *all = &prop;
  cudaGetDeviceProperties(&prop, 0);
  std::printf("%d kHz, %d processors\n", retarget_cuda::clock_rate(prop), prop.multiProcessorCount);
  double bandwidth = 2.0 * retarget_cuda::memory_clock_rate((*all)) * (all[0].memoryBusWidth / 8) / 1e6;
  if (!retarget_cuda::device_overlap(prop) || retarget_cuda::compute_mode(prop) == cudaComputeModeProhibited) return 1;
  prop.kernelExecTimeoutEnabled = 0;  // want [no-field] to write to
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, nullptr);
  if (attributes.type == cudaMemoryTypeHost) return 2;
  return attributes.isManaged;  // want [no-field] compare 'type' with cudaMemoryTypeManaged
}
