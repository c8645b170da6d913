// Blocks that run together and share nothing run one by one.
#include <hip/hip_runtime.h>
__global__ void scaled(float *x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}
__global__ void halved(float *x) { x[threadIdx.x] /= 2; }
