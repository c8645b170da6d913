// cuBLAS's functions without a handle, which share their names with those that have one.
#include "retarget_hip/blas.h"
#include "retarget_hip/blas_legacy.h"
#include <hipblas/hipblas.h>
#include <hip/hip_runtime.h>
#define SCALED(n, a, x) retarget_hip::blas_call(hipblasSscal, n, a, x, 1)

float product(int n, float *a, float *b, const float *from) {
  if (retarget_hip_blas_init() != HIPBLAS_STATUS_SUCCESS) return 0;
  hipblasSetVector(n, 4, from, 1, a, 1);
  retarget_hip::blas_call(hipblasSgemm, 'n', 't', n, n, n, 1, a, n, b, n, 0, b, n);
  SCALED(n, 2, a);
  float (*dot)(int, const float *, int, const float *, int) = hipblasSdot;  // want [no-counterpart] 'cublasSdot' has no counterpart in HIP
  hipblasStatus_t status = retarget_hip_blas_error();
  if (status == HIPBLAS_STATUS_SUCCESS) return dot(n, a, 1, b, 1) + retarget_hip::blas_call(hipblasSdot, n, a, 1, b, 1) * retarget_hip::blas_call(hipblasIsamax, n, a, 1);
  return retarget_hip_blas_shutdown();
}
