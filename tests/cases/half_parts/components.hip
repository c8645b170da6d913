// Components of a __half2: read, written, by reference, of what a function returns; a macro's are told.
#include <hip/hip_runtime.h>
#include "retarget_hip/half_parts.h"
#include <hip/hip_fp16.h>
#define LOW(pair) (pair).x
__device__ half2 made(float a) { return __floats2half2_rn(a, a); }
__global__ void k(half2 *v, const half2 *w, float *sums, ushort2 *u) {
  half2 pair = v[0];
  retarget_hip::half_part(pair.x) = static_cast<float>(3);
  retarget_hip::half_part(pair.y) = retarget_hip::half_part(w->x);
  half *p = &retarget_hip::half_part(v[1].y);
  *p = retarget_hip::half_part(w[1].y);
  sums[0] = (float)retarget_hip::half_part(pair.x) + (float)retarget_hip::half_part(made(2).y);
  v[2] = pair;
  sums[1] = LOW(pair);  // want [half-part] a macro brings a component
  u->x = 7;
  volatile half2 *z = v;
  half last = retarget_hip::half_part(z->x);
  sums[2] = __half2float(last);
}
template <typename T>
__global__ void t(T *v, half2 h) {
  v[0].x = retarget_hip::half_part(h.x);
}
