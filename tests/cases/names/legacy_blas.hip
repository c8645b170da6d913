// cuBLAS's functions without a handle, which share their names with those that have one.
#include "retarget_hip/blas.h"
#include <hipblas/hipblas.h>
#include <hip/hip_runtime.h>
#define SCALED(n, a, x) hipblasSscal(n, a, x, 1)  // want [no-counterpart] 'cublasSscal' has no counterpart in HIP: The legacy interface

float product(int n, float *a, float *b, const float *from) {
  hipblasSetVector(n, 4, from, 1, a, 1);
  hipblasSgemm('n', 't', n, n, n, 1, a, n, b, n, 0, b, n);  // want [no-counterpart] 'cublasSgemm' has no counterpart in HIP: The legacy interface
  SCALED(n, 2, a);
  return hipblasSdot(n, a, 1, b, 1);  // want [no-counterpart] 'cublasSdot' has no counterpart in HIP
}
