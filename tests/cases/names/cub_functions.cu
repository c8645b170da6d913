// CUB's functions of devices.
#include <cub/util_device.cuh>

int device_or_none() { return cub::CurrentDevice() < cub::DeviceCount() ? cub::CurrentDevice() : CUB_MIN(-1, 0); }
cudaError_t wait(cudaStream_t stream) { return cub::SyncStream(stream); }
bool is_new() {
  int version = 0;
  cub::PtxVersion(version);
  return version >= 800;
}
