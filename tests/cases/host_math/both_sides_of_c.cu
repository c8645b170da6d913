// The C library's functions in a function of both sides: to the host's compiler, cos of a float is a double's.
#include <stdio.h>
struct Point {
  float x;
  __host__ __device__ float turned() const { return cos(x) + 1.0f; }
};
__global__ void k(Point *p) { p[0].x = p[1].turned(); }
int main(int n, char **) { printf("%g\n", Point{n * 0.5f}.turned()); }
