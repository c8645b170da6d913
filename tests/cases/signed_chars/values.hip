// Components as values: numbers in both.
#include <hip/hip_runtime.h>
__device__ int add(signed char a, const signed char &b) { return a + b; }
__global__ void k(char4 *v, int *out) {
  v->x = 3;
  v->y += v->x;
  signed char c = v->z;
  out[0] = add(v->x, c) + v->w;
}
