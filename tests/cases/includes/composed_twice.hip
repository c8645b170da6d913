// A header is read twice, and includes another one of CUDA's each time.
#include <hip/hip_runtime.h>
#define WANTED <cublas_v2.h>
#include "composed_twice.h"
#undef WANTED
#define WANTED <cufft.h>
#include "composed_twice.h"

int end(hipfftHandle plan, hipblasHandle_t blas) { return hipfftDestroy(plan) + hipblasDestroy(blas); }
