// Between cuBLAS's header and hipBLAS's, whose types differ from version to version, stands a support header.
#include <cublas_v2.h>
#include <cuda_runtime.h>

cublasStatus_t product(cublasHandle_t handle, int n, const float *one, const void *a, const void *b, float *c) {
  cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH);
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, one, a, CUDA_R_16F, n, b, CUDA_R_16F, n, one, c,
               CUDA_R_32F, n, CUDA_R_32F, CUBLAS_GEMM_DFALT);
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, one, a, CUDA_R_16BF, n, b, CUDA_R_16BF, n, one, c,
               CUDA_R_32F, n, CUBLAS_COMPUTE_32F_FAST_TF32, CUBLAS_GEMM_ALGO3_TENSOR_OP);
  return cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, one, a, CUDA_R_16F, n, n * n, b,
                                    CUDA_R_16F, n, n * n, one, c, CUDA_R_32F, n, n * n, 4, CUBLAS_COMPUTE_32F,
                                    CUBLAS_GEMM_DEFAULT_TENSOR_OP);
}

cublasStatus_t complex_product(cublasHandle_t handle, int n, const cuComplex *one, const cuComplex *a, cuComplex *c) {
  return cublasCgemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, n, n, n, one, a, n, a, n, one, c, n);
}

cublasStatus_t sums(cublasHandle_t handle, int n, const float *one, const void *a, void *c) {
  return cublasSgemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, one, a, CUDA_R_8I, n, a, CUDA_R_8I, n, one, c,
                       CUDA_R_32F, n);
}

cublasStatus_t fewer_products(cublasHandle_t handle, int n, const cuComplex *one, const cuComplex *a, cuComplex *c) {
  return cublasCgemm3m(handle, CUBLAS_OP_N, CUBLAS_OP_C, n, n, n, one, a, n, a, n, one, c, n);
}
