// retarget: --arch gfx90a
// `op=` computes in floating point, and converts what comes out. Arguments, results and initialisers convert, too.
#include <cuda_runtime.h>

#define ADD(to, what) to += (what)

__device__ unsigned char grey(float x) { return x; }
__device__ int taken(unsigned char x, size_t y) { return x + (int)y; }

__global__ void updates(unsigned char *bytes, long long *wide, int *whole, const float *in, const double *exact) {
  int i = threadIdx.x;
  bytes[i] += in[i];
  wide[i] *= exact[i] + 1.0;
  (*wide) -= 2.5f;
  bytes[i++] += in[0];  // want [float-to-integer] unsigned char
  wide[taken(1, 2)] /= in[0];  // want [float-to-integer] long long
  ADD(bytes[0], in[1]);  // want [float-to-integer] unsigned char
  wide[i] += in[0] * (float)(unsigned char)in[1];  // want [float-to-integer] long long
  whole[i] -= in[i];
  whole[i] += exact[i];  // a note: what is not a number
  unsigned char first = in[i], second(in[i]), third{grey(in[i])};
  const size_t at = in[i] * 2;
  whole[i] = taken(in[i], in[i] * 3) + first + second + third + at;
}
