// Device code has the overloads for float, and a double needs none.
#include <stdio.h>
__global__ void k(float *p) { p[0] = cos(p[1]); }
double twice(double x) { return 2 * sin(x); }
