// The guards of the two interfaces stay apart: HIP has one of them.
#include <hip/hip_runtime.h>
#include "retarget_hip/blas.h"
#include <hipblas/hipblas.h>
#if defined(CUBLAS_H_) && defined(HIPBLAS_H)
#error both
#endif
#ifdef CUBLAS_H_
int old = 1;
#else
int old = 0;
#endif
hipblasHandle_t h;
