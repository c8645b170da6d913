// In C, only what has no scalars and results of its own.
#include <cublas.h>
#include <cuda_runtime.h>

int main(void) {
  float *a;
  cublasInit();
  cublasAlloc(4, sizeof(float), (void **)&a);
  cublasSscal(4, 2, a, 1);  /* want [no-counterpart] 'cublasSscal' has no counterpart in HIP */
  cublasFree(a);
  return cublasShutdown();
}
