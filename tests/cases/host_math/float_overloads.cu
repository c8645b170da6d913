// A function of the C library's of a float, on the host: CUDA's headers bring the overload for float.
#include <stdio.h>
__global__ void k(float *p) { p[0] = cos(p[1]); }
double twice(double x) { return 2 * sin(x); }
int main(int n, char **) {
  float x = n * 0.3f;
  printf("%g %d\n", cos(x), (int)sizeof(cos(x)));
}
