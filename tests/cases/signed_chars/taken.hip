// Components of a char4 by reference and by address.
#include <hip/hip_runtime.h>
__device__ void bump(signed char &c) { ++c; }
template <typename T>
__device__ void twice(T &c) {
  c *= 2;
}
__global__ void k(char4 *v, uchar4 *u, char3 *w) {
  bump(reinterpret_cast<signed char&>(static_cast<char&>(v->x)));
  signed char &y = reinterpret_cast<signed char&>(static_cast<char&>(v[0].y));
  signed char *z = &(reinterpret_cast<signed char&>(static_cast<char&>(v->z)));
  y += *z;
  twice(reinterpret_cast<signed char&>(static_cast<char&>(w->x)));
  ++u->x;
  unsigned char *p = &u->y;
  *p = 3;
}

__device__ signed char &component(char4 &v, int c) {
    return c <= 1 ? (c == 0 ? reinterpret_cast<signed char&>(static_cast<char&>(v.x)) : reinterpret_cast<signed char&>(static_cast<char&>(v.y))) : (c == 2 ? reinterpret_cast<signed char&>(static_cast<char&>(v.z)) : reinterpret_cast<signed char&>(static_cast<char&>(v.w)));
}
__device__ signed char value(char4 v, int c) { return c ? v.x : v.y; }
