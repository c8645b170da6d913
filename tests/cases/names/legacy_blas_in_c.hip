// In C, only what has no scalars and results of its own.
#include "retarget_hip/blas.h"
#include "retarget_hip/blas_legacy.h"
#include <hipblas/hipblas.h>
#include <hip/hip_runtime.h>

int main(void) {
  float *a;
  retarget_hip_blas_init();
  retarget_hip_blas_alloc(4, sizeof(float), (void **)&a);
  hipblasSscal(4, 2, a, 1);  /* want [no-counterpart] 'cublasSscal' has no counterpart in HIP */
  retarget_hip_blas_free(a);
  return retarget_hip_blas_shutdown();
}
