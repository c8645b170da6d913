// A name of the program's own.
#include <hip/hip_runtime.h>
#include "retarget_hip/blas.h"
#include <hipblas/hipblas.h>
struct half { unsigned short bits; };
__global__ void k(half *a) { a[0].bits = 1; }
