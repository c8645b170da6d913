// row: funnel-shifts
#include <cuda_runtime.h>

__global__ void k(unsigned *out, int n) { out[threadIdx.x] = __funnelshift_l(out[0], out[1], n); }
