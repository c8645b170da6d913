// Operators on another name of a complex number, also with scalars, behind a macro; HIP 5's headers have these.
#include <cuComplex.h>

#define INLINE __forceinline__ __device__ __host__
using real = double;
typedef cuDoubleComplex complex_t;
using number = complex_t;

INLINE number operator+(const number &a, const number &b) {
  return make_cuDoubleComplex(a.x + b.x, a.y + b.y);
}
INLINE number operator*(const number &a, const number &b) {
  return make_cuDoubleComplex(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
INLINE number operator*(const number &a, const real &b) { return make_cuDoubleComplex(a.x * b, a.y * b); }
INLINE number operator*(const real &b, const number &a) { return make_cuDoubleComplex(a.x * b, a.y * b); }
INLINE void operator*=(number &a, const number &b) { a = a * b; }

__global__ void k(number *p, double s) {
  p[0] = p[1] * p[2] + s * p[3];
  p[1] = p[1] * s;
  p[2] *= p[0];
}
