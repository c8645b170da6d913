// retarget: --arch gfx90a
// Signed bytes in registers, where compilers for AMD's GPUs keep more bits; shorts are cut on both machines.
#include <cuda_runtime.h>

__global__ void bytes(int *out, const float *in, const double *exact, short *small) {
  int i = threadIdx.x;
  char c = in[i];
  signed char s = (signed char)(exact[i] * 2);
  out[i] = c * 2 + s, out[i] += static_cast<char>(fminf(fmaxf(in[i], -128.0f), 127.0f));
  small[i] = (short)in[i];
  c += in[i + 1];
  out[i + 1] = c;
}
