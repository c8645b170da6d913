// CUDA's headers, once each; what HIP's runtime covers goes; what is no header of CUDA's stays.
#include <hip/hip_runtime.h>
#include "retarget_hip/blas.h"
# include <hip/hip_fp16.h>
#include <hipblas/hipblas.h>   // the library
#include <math.h>
#include <vector>

// #include <cuda_runtime.h>
/*
#include <cufft.h>
*/
const char *program = R"(
#include <cuda_fp16.h>
)";

int main() { return hipFree(0); }
