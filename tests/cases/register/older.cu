// retarget: -std=c++14
// An older C++ has it.
__global__ void first(const float *in, float *out) {
  register float value = in[0];
  *out = value;
}
