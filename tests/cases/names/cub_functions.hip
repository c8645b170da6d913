// CUB's functions of devices.
#include <hip/hip_runtime.h>
#include "retarget_hip/cub_device.h"
#include <hipcub/hipcub.hpp>

int device_or_none() { return hipcub::CurrentDevice() < hipcub::DeviceCount() ? hipcub::CurrentDevice() : CUB_MIN(-1, 0); }
hipError_t wait(hipStream_t stream) { return hipcub::SyncStream(stream); }
bool is_new() {
  int version = 0;
  hipcub::PtxVersion(version);
  return version >= 800;
}
