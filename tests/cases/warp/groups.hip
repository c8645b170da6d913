// Cooperative groups are a support header's, which counts in 32 like the rest.
#include <hip/hip_runtime.h>
#include "retarget_hip/cooperative_groups.h"

namespace cg = retarget_hip::cooperative_groups;

__device__ int increment(int *counter) {
  cg::coalesced_group active = cg::coalesced_threads();
  int first = 0;
  if (active.thread_rank() == 0) first = atomicAdd(counter, active.size());
  return active.shfl(first, 0) + active.thread_rank();
}

__device__ int bits() {
  auto active = cg::coalesced_threads();
  return 32 - active.size();
}
