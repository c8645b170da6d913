// The guards of the two interfaces stay apart: HIP has one of them.
#include <cublas_v2.h>
#if defined(CUBLAS_H_) && defined(CUBLAS_V2_H_)
#error both
#endif
#ifdef CUBLAS_H_
int old = 1;
#else
int old = 0;
#endif
cublasHandle_t h;
