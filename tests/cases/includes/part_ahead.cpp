// The first include of all stands in a conditional: what has to come before it is put before that.
#ifdef WITH_ANOTHER
#include <another.h>
#else
#include <cublas_v2.h>
#endif
#include <vector>

cublasStatus_t product(cublasHandle_t handle, const void *a, const void *b, void *c, const float *scale) {
    return cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, scale, a, CUDA_R_32F, 4, b, CUDA_R_32F, 4, scale,
                        c, CUDA_R_32F, 4, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}
