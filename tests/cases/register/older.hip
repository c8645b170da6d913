// retarget: -std=c++14
// An older C++ has it.
#include <hip/hip_runtime.h>
__global__ void first(const float *in, float *out) {
  register float value = in[0];
  *out = value;
}
