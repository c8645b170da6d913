// cuBLAS's functions without a handle, which share their names with those that have one.
#include <cublas.h>
#include <cuda_runtime.h>
#define SCALED(n, a, x) cublasSscal(n, a, x, 1)

float product(int n, float *a, float *b, const float *from) {
  if (cublasInit() != CUBLAS_STATUS_SUCCESS) return 0;
  cublasSetVector(n, 4, from, 1, a, 1);
  cublasSgemm('n', 't', n, n, n, 1, a, n, b, n, 0, b, n);
  SCALED(n, 2, a);
  float (*dot)(int, const float *, int, const float *, int) = cublasSdot;  // want [no-counterpart] 'cublasSdot' has no counterpart in HIP
  cublasStatus status = cublasGetError();
  if (status == CUBLAS_STATUS_SUCCESS) return dot(n, a, 1, b, 1) + cublasSdot(n, a, 1, b, 1) * cublasIsamax(n, a, 1);
  return cublasShutdown();
}
