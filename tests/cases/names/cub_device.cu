// CUB's functions about devices, and its internals.
#include <cub/cub.cuh>
__global__ void k() {}
int run(int device) {
    int version, blocks;
    cub::SwitchDevice here(device);
    if (cub::PtxVersion(version) != cudaSuccess || cub::SyncStream(0) != cudaSuccess)
        return cub::CurrentDevice();
    cub::MaxSmOccupancy(blocks, k, 64);
    cub::DispatchReduce<int *, int *, int, cub::Sum> *own = nullptr; // want [no-counterpart] 'cub::DispatchReduce' has no counterpart
    CubDebugExit(cudaGetLastError());
    return CUB_MAX(blocks, CUB_QUOTIENT_CEILING(version, 10)) + (own == nullptr);
}
