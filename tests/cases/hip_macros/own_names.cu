// Names that HIP's runtime defines as macros, and CUDA's does not.
#include <cuda_runtime.h>

#ifndef MASK1
#define MASK1 7
#endif

enum class State { DEPRECATED, KEPT };

struct compressor {
  unsigned MASK, MASK2;
  __device__ unsigned low(unsigned v) const { return v & MASK2 & MASK1; }
};

__global__ void k(compressor c, unsigned *out, State s) { out[0] = s == State::DEPRECATED ? 0 : c.low(out[1]); }
