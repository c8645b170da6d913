// The same behind `using namespace cub;`, where a function of the program's own keeps its name.
#include <cub/cub.cuh>
using namespace cub;

__device__ int WarpMask(int part) { return part; }

__global__ void lanes(int *out) {
  if (LaneId() < 16) out[WarpId()] = WarpMask(LaneMaskLt());
  out[threadIdx.x] = ShuffleIndex<16>(out[threadIdx.x], 3, 0xffffffff);
}
