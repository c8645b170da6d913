// Components of a char4 by reference and by address.
__device__ void bump(signed char &c) { ++c; }
template <typename T>
__device__ void twice(T &c) {
  c *= 2;
}
__global__ void k(char4 *v, uchar4 *u, char3 *w) {
  bump(v->x);
  signed char &y = v[0].y;
  signed char *z = &(v->z);
  y += *z;
  twice(w->x);
  ++u->x;
  unsigned char *p = &u->y;
  *p = 3;
}

__device__ signed char &component(char4 &v, int c) {
    return c <= 1 ? (c == 0 ? v.x : v.y) : (c == 2 ? v.z : v.w);
}
__device__ signed char value(char4 v, int c) { return c ? v.x : v.y; }
