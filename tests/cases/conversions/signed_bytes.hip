// retarget: --arch gfx90a
// Signed bytes in registers, where compilers for AMD's GPUs keep more bits; shorts are cut on both machines.
#include <hip/hip_runtime.h>
#include "retarget_hip/conversions.h"

__global__ void bytes(int *out, const float *in, const double *exact, short *small) {
  int i = threadIdx.x;
  char c = retarget_hip::to_integer<char>(in[i]);
  signed char s = (signed char)(retarget_hip::to_integer<signed char>(exact[i] * 2));
  out[i] = c * 2 + s, out[i] += static_cast<char>(fminf(fmaxf(in[i], -128.0f), 127.0f));
  small[i] = (short)in[i];
  c = retarget_hip::to_integer<char>(c + in[i + 1]);
  out[i + 1] = c;
}
