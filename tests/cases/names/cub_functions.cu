// CUB's functions of devices: some in a support header, some without a counterpart.
#include <cub/util_device.cuh>

int device_or_none() { return cub::CurrentDevice() < cub::DeviceCount() ? cub::CurrentDevice() : CUB_MIN(-1, 0); }
cudaError_t wait(cudaStream_t stream) { return cub::SyncStream(stream); }
bool is_new() {
  int version = 0;
  cub::PtxVersion(version);  // want [no-counterpart] 'cub::PtxVersion' has no counterpart
  return version >= 800;
}
