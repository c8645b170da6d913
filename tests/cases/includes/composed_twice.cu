// A header is read twice, and includes another one of CUDA's each time.
#define WANTED <cublas_v2.h>
#include "composed_twice.h"
#undef WANTED
#define WANTED <cufft.h>
#include "composed_twice.h"

int end(cufftHandle plan, cublasHandle_t blas) { return cufftDestroy(plan) + cublasDestroy(blas); }
