// CUDA's headers declare cuBLAS for both sides, and the device has a runtime of its own: HIP has neither.
#include <hip/hip_runtime.h>
#include "retarget_hip/blas.h"
#include <hipblas/hipblas.h>
__global__ void sum(float *x, int n) {
    hipblasHandle_t handle;
    hipblasCreate(&handle); // want [device-calls] 'hipblasCreate' is the host's alone
    float *more;
    hipMalloc(&more, n); // want [device-calls] 'hipMalloc' is the host's alone
}
template <class T> __device__ void drop(hipblasHandle_t handle, T *x) {
    hipblasDestroy(handle); // want [device-calls] 'hipblasDestroy' is the host's alone
}
__host__ __device__ void release(float *x) {
#ifndef __HIP_DEVICE_COMPILE__
    hipFree(x);
#endif
}
void host(hipblasHandle_t handle, float *x) {
    hipblasDestroy(handle);
    hipFree(x);
    release(x);
}
