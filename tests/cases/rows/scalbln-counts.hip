// row: scalbln-counts
#include <hip/hip_runtime.h>

__global__ void k(double *out, const long *by) { out[threadIdx.x] = scalbln(out[threadIdx.x], by[threadIdx.x]); }
