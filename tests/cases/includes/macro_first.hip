// nvcc includes the runtime before the first macro: a macro with the name of a type of CUDA's must not reach it.
#include <hip/hip_runtime.h>
#define ulong4 uint4
#include <stdio.h>

__global__ void first(ulong4 *a) { a[0].x = 1; }
