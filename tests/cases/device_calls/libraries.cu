// CUDA's headers declare cuBLAS for both sides, and the device has a runtime of its own: HIP has neither.
#include <cublas_v2.h>
__global__ void sum(float *x, int n) {
    cublasHandle_t handle;
    cublasCreate(&handle); // want [device-calls] 'hipblasCreate' is the host's alone
    float *more;
    cudaMalloc(&more, n); // want [device-calls] 'hipMalloc' is the host's alone
}
template <class T> __device__ void drop(cublasHandle_t handle, T *x) {
    cublasDestroy(handle); // want [device-calls] 'hipblasDestroy' is the host's alone
}
__host__ __device__ void release(float *x) {
#ifndef __CUDA_ARCH__
    cudaFree(x);
#endif
}
void host(cublasHandle_t handle, float *x) {
    cublasDestroy(handle);
    cudaFree(x);
    release(x);
}
