// The built-in indices as whole values convert to uint3 and dim3; their members stay as they are.
#include <cuda_runtime.h>

struct Place {
  uint3 thread;
  dim3 block;
};

__device__ unsigned flat(uint3 at, dim3 extent) { return at.x + extent.x * (at.y + extent.y * at.z); }

__global__ void fill(unsigned *out) {
  uint3 mine = threadIdx;
  auto grid = gridDim, again{gridDim};
  const auto& block = blockIdx;
  Place place{threadIdx, blockDim};
  out[threadIdx.x] = flat(threadIdx, blockDim) + mine.x + place.thread.y + blockIdx.x + grid.y + again.z + block.x;
}
