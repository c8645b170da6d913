// retarget: -std=c++17
// nvcc takes GNU's word by a strict standard too.
#include <hip/hip_runtime.h>
#define LARGER(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })

__global__ void first(const float *in, float *out) {
  __typeof__(in[0]) value = in[threadIdx.x];
  out[threadIdx.x] = LARGER(value, 0.0f);
}
