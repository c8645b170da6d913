// A unit that includes the header with handles as well means its functions, whatever another branch includes.
#ifdef OLD
#include <cublas.h>
#else
#include <cublas_v2.h>
#endif

cublasStatus_t scaled(cublasHandle_t handle, int n, const float *by, float *a) {
  return cublasSscal(handle, n, by, a, 1);
}
