// Names of CUB's that stand in a support header, written alone behind a using declaration.
#include <cub/cub.cuh>

using cub::LaneId;
using cub::ThreadLoad;

int ThreadStore(int);  // no name of CUB's was brought: the user's

__global__ void first(const int *in, int *out) {
  if (LaneId() == 0) out[threadIdx.x / 32] = ThreadLoad<cub::LOAD_CG>(in + threadIdx.x);
}

int host() { return ThreadStore(1); }
