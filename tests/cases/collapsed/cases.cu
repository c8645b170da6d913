// Cases of a switch that are one value in HIP.
#include <cublas_v2.h>

int level(cublasGemmAlgo_t algorithm) {
  switch (algorithm) {
    case CUBLAS_GEMM_DEFAULT: return 0;
    case CUBLAS_GEMM_ALGO0: return 1;  // want [collapsed] 'CUBLAS_GEMM_DEFAULT' and 'CUBLAS_GEMM_ALGO0' are both
    default: return 2;
  }
}
