/* retarget: */
#define N 100
#define x 3

#include <cuda_runtime_api.h>
#include <cufft.h>
int go(void** p) { return cudaMalloc(p, N + x); }
