// The built-in indices as whole values convert to uint3 and dim3; their members stay as they are.
#include <hip/hip_runtime.h>
#include "retarget_hip/index.h"

struct Place {
  uint3 thread;
  dim3 block;
};

__device__ unsigned flat(uint3 at, dim3 extent) { return at.x + extent.x * (at.y + extent.y * at.z); }

__global__ void fill(unsigned *out) {
  uint3 mine = retarget_hip::as_index(threadIdx);
  auto grid = retarget_hip::as_index(gridDim), again{retarget_hip::as_index(gridDim)};
  const auto& block = retarget_hip::as_index(blockIdx);
  Place place{retarget_hip::as_index(threadIdx), retarget_hip::as_index(blockDim)};
  out[threadIdx.x] = flat(retarget_hip::as_index(threadIdx), retarget_hip::as_index(blockDim)) + mine.x + place.thread.y + blockIdx.x + grid.y + again.z + block.x;
}
