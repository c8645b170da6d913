// row: saturate-nan
#include <cuda_runtime.h>

__device__ float saturate(float x, int) { return x; }  // the program's own
__global__ void k(float *out) { out[threadIdx.x] = __saturatef(out[threadIdx.x]) + saturate(out[threadIdx.x], 1); }
