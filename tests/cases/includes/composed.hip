// Headers that macros name: with parameters, pasted, in a chain, and a header of the program's own.
#define TEXT(name) #name
#define LOCAL(name) TEXT(name.h)
#define PASTED(first, second) <first##second.h>
#define LIBRARY <cublas_v2.h>
#define CHOSEN LIBRARY
#define OWN "asked_first.h"
#include <hip/hip_runtime.h>
#include "retarget_hip/blas.h"
#include <hipfft/hipfft.h>  // transforms
#include <hipblas/hipblas.h>
#include OWN

int end(hipfftHandle plan, hipblasHandle_t blas) { return hipfftDestroy(plan) + hipblasDestroy(blas); }
