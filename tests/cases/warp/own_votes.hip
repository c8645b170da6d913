// A program has functions of these names too: by the rules of overloading a bool goes to that of CUDA.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_votes.h"

__device__ bool any(const int *x, int n);
template <typename T>
__device__ bool all(T x) {
  return bool(x);
}

__global__ void vote(const int *in, int *out) { out[0] = any(in, 4) + all(in[0]) + warp32::all(true); }
