// row: double-to-32-bits
#include <hip/hip_runtime.h>
#include "retarget_hip/conversions.h"

__global__ void k(int *out, unsigned *more, const double *in) {
  int i = threadIdx.x;
  out[i] = (int)retarget_hip::to_integer<int>(in[i]), more[i] = retarget_hip::to_integer<unsigned int>(in[i] + 1);
  out[i] += retarget_hip::to_integer<int>(rint(in[i])) + retarget_hip::to_integer<int>(in[i]);
  out[i] += (int)(i * 0.5) + (int)fmin(fmax(in[i], 0.0), 7.0);  // numbers
}
