// Headers of whose names each has an error where it is used: the includes themselves go.
#include <cublasXt.h>
#include <cuda_awbarrier.h>
#include <cuda_pipeline_primitives.h>
#include <cusolverMg.h>
#include <mma.h>

__global__ void k(__half *a, float *shared) {
    a[0] = a[1];
    __pipeline_arrive_on(0);  // want [libcudacxx] plain loads
}

int selected(int *devices) {
    cublasXtHandle_t handle;  // want [no-counterpart] multi-device
    cublasXtCreate(&handle);  // want [no-counterpart] multi-device
    return cublasXtDeviceSelect(handle, 1, devices);  // want [no-counterpart] multi-device
}

__global__ void fragments(__half *a) {
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half> one;  // want [no-counterpart] rocWMMA
}
