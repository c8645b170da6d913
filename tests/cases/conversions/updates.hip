// retarget: --arch gfx90a
// `op=` computes in floating point, and converts what comes out. Arguments, results and initialisers convert, too.
#include <hip/hip_runtime.h>
#include "retarget_hip/conversions.h"

#define ADD(to, what) to += (what)

__device__ unsigned char grey(float x) { return retarget_hip::to_integer<unsigned char>(x); }
__device__ int taken(unsigned char x, size_t y) { return x + (int)y; }

__global__ void updates(unsigned char *bytes, long long *wide, int *whole, const float *in, const double *exact) {
  int i = threadIdx.x;
  bytes[i] = retarget_hip::to_integer<unsigned char>(bytes[i] + in[i]);
  wide[i] = retarget_hip::to_integer<long long>(wide[i] * (exact[i] + 1.0));
  (*wide) = retarget_hip::to_integer<long long>((*wide) - 2.5f);
  bytes[i++] += in[0];  // want [float-to-integer] unsigned char
  wide[taken(1, 2)] /= in[0];  // want [float-to-integer] long long
  ADD(bytes[0], in[1]);  // want [float-to-integer] unsigned char
  wide[i] += in[0] * (float)(unsigned char)in[1];  // want [float-to-integer] long long
  whole[i] -= in[i];
  whole[i] = retarget_hip::to_integer<int>(whole[i] + exact[i]);  // a note: what is not a number
  unsigned char first = retarget_hip::to_integer<unsigned char>(in[i]), second(retarget_hip::to_integer<unsigned char>(in[i])), third{grey(in[i])};
  const size_t at = retarget_hip::to_integer<unsigned long>(in[i] * 2);
  whole[i] = taken(retarget_hip::to_integer<unsigned char>(in[i]), retarget_hip::to_integer<unsigned long>(in[i] * 3)) + first + second + third + at;
}
