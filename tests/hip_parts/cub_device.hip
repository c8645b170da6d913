// CUB's functions about devices, which hipCUB lacks.
#include "../../templates/hip/cub_device.h"
#include "check.h"

__global__ void votes() {
  EXPECT(hipcub::CTA_SYNC_AND(threadIdx.x < blockDim.x) && !hipcub::CTA_SYNC_AND(threadIdx.x == 0));
  EXPECT(hipcub::CTA_SYNC_OR(threadIdx.x == 0));
  if (blockDim.x == 0) {
    hipcub::ThreadTrap();
  }
}

int main() {
  int version = 0, blocks = 0;
  hipcub::SwitchDevice other(0);
  EXPECT(hipcub::DeviceCount() > 0 && hipcub::CurrentDevice() == 0);
  EXPECT(hipcub::PtxVersion(version) == hipSuccess && version == 700 && hipcub::SmVersion(version, 0) == hipSuccess);
  EXPECT(hipcub::MaxSmOccupancy(blocks, votes, 64) == hipSuccess && blocks > 0);
  votes<<<1, 64>>>();
  EXPECT(hipcub::SyncStream(nullptr) == hipSuccess);
  return report("cub_device");
}
