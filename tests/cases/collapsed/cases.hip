// Cases of a switch that are one value in HIP.
#include <hip/hip_runtime.h>
#include "retarget_hip/blas.h"
#include <hipblas/hipblas.h>

int level(hipblasGemmAlgo_t algorithm) {
  switch (algorithm) {
    case HIPBLAS_GEMM_DEFAULT: return 0;
    case HIPBLAS_GEMM_DEFAULT: return 1;  // want [collapsed] 'CUBLAS_GEMM_DEFAULT' and 'CUBLAS_GEMM_ALGO0' are both
    default: return 2;
  }
}
