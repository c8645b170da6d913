// Between cuBLAS's header and hipBLAS's, whose types differ from version to version, stands a support header.
#include "retarget_hip/blas.h"
#include <hipblas/hipblas.h>
#include <hip/hip_runtime.h>

hipblasStatus_t product(hipblasHandle_t handle, int n, const float *one, const void *a, const void *b, float *c) {
  hipblasSetMathMode(handle, HIPBLAS_TF32_TENSOR_OP_MATH);
  hipblasGemmEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_T, n, n, n, one, a, HIP_R_16F, n, b, HIP_R_16F, n, one, c,
               HIP_R_32F, n, HIP_R_32F, HIPBLAS_GEMM_DEFAULT);
  hipblasGemmEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_T, n, n, n, one, a, HIP_R_16BF, n, b, HIP_R_16BF, n, one, c,
               HIP_R_32F, n, HIPBLAS_COMPUTE_32F_FAST_TF32, HIPBLAS_GEMM_DEFAULT);
  return hipblasGemmStridedBatchedEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_T, n, n, n, one, a, HIP_R_16F, n, n * n, b,
                                    HIP_R_16F, n, n * n, one, c, HIP_R_32F, n, n * n, 4, HIPBLAS_COMPUTE_32F,
                                    HIPBLAS_GEMM_DEFAULT);
}

hipblasStatus_t complex_product(hipblasHandle_t handle, int n, const hipComplex *one, const hipComplex *a, hipComplex *c) {
  return hipblasCgemm(handle, HIPBLAS_OP_N, HIPBLAS_OP_C, n, n, n, one, a, n, a, n, one, c, n);
}

hipblasStatus_t sums(hipblasHandle_t handle, int n, const float *one, const void *a, void *c) {
  return retarget_hip_blas_sgemm_ex(handle, HIPBLAS_OP_N, HIPBLAS_OP_T, n, n, n, one, a, HIP_R_8I, n, a, HIP_R_8I, n, one, c,
                       HIP_R_32F, n);
}

hipblasStatus_t fewer_products(hipblasHandle_t handle, int n, const hipComplex *one, const hipComplex *a, hipComplex *c) {
  return hipblasCgemm(handle, HIPBLAS_OP_N, HIPBLAS_OP_C, n, n, n, one, a, n, a, n, one, c, n);
}
