// retarget: --arch gfx90a
// `op=` computes in floating point, and converts what comes out. Arguments, results and initialisers convert, too.
#include <hip/hip_runtime.h>
#include "retarget_hip/conversions.h"

__device__ unsigned char grey(float x) { return retarget_hip::to_integer<unsigned char>(x); }
__device__ int taken(unsigned char x, size_t y) { return x + (int)y; }

__global__ void updates(unsigned char *bytes, long long *wide, int *whole, const float *in, const double *exact) {
  int i = threadIdx.x;
  bytes[i] += in[i];  // want [float-to-integer] unsigned char
  wide[i] *= exact[i];  // want [float-to-integer] long long
  whole[i] -= in[i];
  whole[i] += exact[i];  // a note: what is not a number
  unsigned char first = retarget_hip::to_integer<unsigned char>(in[i]), second(retarget_hip::to_integer<unsigned char>(in[i])), third{grey(in[i])};
  const size_t at = retarget_hip::to_integer<unsigned long>(in[i] * 2);
  whole[i] = taken(retarget_hip::to_integer<unsigned char>(in[i]), retarget_hip::to_integer<unsigned long>(in[i] * 3)) + first + second + third + at;
}
