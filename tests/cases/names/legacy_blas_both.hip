// A unit that includes the header with handles as well means its functions, whatever another branch includes.
#include <hip/hip_runtime.h>
#include "retarget_hip/blas.h"
#ifdef OLD
#include <hipblas/hipblas.h>
#else
#include <hipblas/hipblas.h>
#endif

hipblasStatus_t scaled(hipblasHandle_t handle, int n, const float *by, float *a) {
  return hipblasSscal(handle, n, by, a, 1);
}
