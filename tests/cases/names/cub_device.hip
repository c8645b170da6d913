// CUB's functions about devices, and its internals.
#include <hip/hip_runtime.h>
#include "retarget_hip/cub_device.h"
#include <hipcub/hipcub.hpp>
__global__ void k() {}
int run(int device) {
    int version, blocks;
    hipcub::SwitchDevice here(device);
    if (hipcub::PtxVersion(version) != hipSuccess || hipcub::SyncStream(0) != hipSuccess)
        return hipcub::CurrentDevice();
    hipcub::MaxSmOccupancy(blocks, k, 64);
    hipcub::DispatchReduce<int *, int *, int, hipcub::Sum> *own = nullptr; // want [no-counterpart] 'cub::DispatchReduce' has no counterpart
    RETARGET_CUB_DEBUG_EXIT(hipGetLastError());
    return CUB_MAX(blocks, CUB_QUOTIENT_CEILING(version, 10)) + (own == nullptr);
}
