// Components of a __half2: read, written, by reference, of what a function returns; a macro's are told.
#include <cuda_fp16.h>
#define LOW(pair) (pair).x
__device__ half2 made(float a) { return __floats2half2_rn(a, a); }
__global__ void k(half2 *v, const half2 *w, float *sums, ushort2 *u) {
  half2 pair = v[0];
  pair.x = static_cast<float>(3);
  pair.y = w->x;
  half *p = &v[1].y;
  *p = w[1].y;
  sums[0] = (float)pair.x + (float)made(2).y;
  v[2] = pair;
  sums[1] = LOW(pair);  // want [half-part] a macro brings a component
  u->x = 7;
  volatile half2 *z = v;
  half last = z->x;
  sums[2] = __half2float(last);
}
template <typename T>
__global__ void t(T *v, half2 h) {
  v[0].x = h.x;
}
