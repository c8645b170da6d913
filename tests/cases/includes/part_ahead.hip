// The first include of all stands in a conditional: what has to come before it is put before that.
#include "retarget_hip/blas.h"
#ifdef WITH_ANOTHER
#include <another.h>
#else
#include <hipblas/hipblas.h>
#endif
#include <vector>

hipblasStatus_t product(hipblasHandle_t handle, const void *a, const void *b, void *c, const float *scale) {
    return hipblasGemmEx(handle, HIPBLAS_OP_N, HIPBLAS_OP_N, 4, 4, 4, scale, a, HIP_R_32F, 4, b, HIP_R_32F, 4, scale,
                        c, HIP_R_32F, 4, HIPBLAS_COMPUTE_32F, HIPBLAS_GEMM_DEFAULT);
}
