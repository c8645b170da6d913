// A function of both sides is the host's too: what it calls has to be there, and to be computed in float.
#include <hip/hip_runtime.h>
#include "retarget_hip/device_math.h"
#include <stdio.h>
__host__ __device__ inline float scaled(float x) { return rsqrtf(x) * normcdff(x); }
__host__ __device__ inline double turned(float x) { return cos(x); }
__global__ void k(float *p) { p[0] = scaled(p[1]) + turned(p[2]); }
int main(int n, char **) { printf("%g %g\n", scaled(n), turned(n)); }
