// The votes any and all, which CUDA declares without underscores too.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_votes.h"

struct Set {
  __device__ bool any(bool) const { return true; }
};
namespace mine {
__device__ inline bool all(bool x) { return x; }
}

__device__ bool some(int x) { return warp32::any(x > 0); }

__global__ void vote(const int *in, int *out, Set set) {
  if (warp32::any(in[threadIdx.x])) out[0] = warp32::all(in[threadIdx.x] > 1) && warp32::all(in[threadIdx.x]);
}

__device__ bool given(bool (*any)(bool), Set set, bool x) { return any(x) || set.any(x) || mine::all(x); }

__global__ void local(int *out) {
  auto all = [](bool x) { return !x; };
  out[0] = all(true);
}
