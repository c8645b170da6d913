// row: clocks
#include <hip/hip_runtime.h>

__global__ void k(long long *out) { out[threadIdx.x] = clock64(); }
