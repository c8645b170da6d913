// A launch from device code has no counterpart.
#include <cuda_runtime.h>

__global__ void child(float *a) { a[threadIdx.x] = 1; }
__global__ void parent(float *a) {
  child<<<1, 32>>>(a);  // want [dynamic-parallelism] 'child' is launched from device code
}
__host__ __device__ void either(float *a) {
#ifndef __CUDA_ARCH__
  parent<<<1, 1>>>(a);
#endif
}
