// row: integer-functions
#include <hip/hip_runtime.h>
#include "retarget_hip/averages.h"

__global__ void k(float *out, const double *in) {
  int i = threadIdx.x;
  out[i] = retarget_hip::sad(i, (int)out[i], 3u) + (unsigned long long)retarget_hip::umul24(i, i);
}
