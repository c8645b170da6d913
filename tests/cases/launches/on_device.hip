// A launch from device code has no counterpart.
#include <hip/hip_runtime.h>

__global__ __launch_bounds__(32) void child(float *a) { a[threadIdx.x] = 1; }
__global__ __launch_bounds__(1) void parent(float *a) {
  child<<<1, 32>>>(a);  // want [dynamic-parallelism] 'child' is launched from device code
}
__host__ __device__ void either(float *a) {
#ifndef __HIP_DEVICE_COMPILE__
  parent<<<1, 1>>>(a);
#endif
}
