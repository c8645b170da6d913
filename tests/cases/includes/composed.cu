// Headers that macros name: with parameters, pasted, in a chain, and a header of the program's own.
#define TEXT(name) #name
#define LOCAL(name) TEXT(name.h)
#define PASTED(first, second) <first##second.h>
#define LIBRARY <cublas_v2.h>
#define CHOSEN LIBRARY
#define OWN "asked_first.h"
#include LOCAL(cuda_runtime)
#include PASTED(cu, fft)  // transforms
#include CHOSEN
#include OWN

int end(cufftHandle plan, cublasHandle_t blas) { return cufftDestroy(plan) + cublasDestroy(blas); }
