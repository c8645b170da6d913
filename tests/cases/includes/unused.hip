// Headers of whose names each has an error where it is used: the includes themselves go.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include "retarget_hip/async_copies.h"
#include "retarget_hip/blas.h"
#include <hipblas/hipblas.h>
#include <hipsolver/hipsolver.h>
#include <hip/hip_fp16.h>

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
