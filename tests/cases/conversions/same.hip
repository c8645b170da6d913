// retarget: --arch gfx90a
// Conversions whose result is the same, constants, and what the host does.
#include <hip/hip_runtime.h>
#include "retarget_hip/approximations.h"
#include "retarget_hip/conversions.h"

__global__ void same(int *out, short *small, signed char *bytes, long long *wide, const float *in, const double *exact) {
  int i = threadIdx.x;
  out[i] = in[i], out[i] += (unsigned)in[i];
  small[i] = in[i], bytes[i] = retarget_hip::to_integer<signed char>(in[i]);
  wide[i] = (int)in[i], wide[i] += (long long)4.0f;
  bool any = in[i];
  out[i] += (int)retarget_hip::to_integer<int>(exact[i]) + any;  // a note: what is not a number
}

__global__ void clamped(unsigned char *grey, const uchar4 *pixels, const float *in) {
  int i = threadIdx.x;
  uchar4 p = pixels[i];
  float sum = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z, limited = fminf(fmaxf(in[i], 0.0f), 255.0f);
  grey[i] = sum + 0.5f;
  grey[i] = limited;
  grey[i] = (unsigned char)(retarget_hip::saturatef(in[i]) * 255.0f);
  grey[i] = fabsf(in[i]) < 3 ? 2.0f : 1.0f;
}

long long host(double x) { return x; }
