// CUDA's headers, once each; what HIP's runtime covers goes; what is no header of CUDA's stays.
#include <cuda.h>
#include <cuda_runtime.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
# include <cuda_fp16.h>
#include <cublas_v2.h>   // the library
#include <math.h>
#include <vector>

// #include <cuda_runtime.h>
/*
#include <cufft.h>
*/
const char *program = R"(
#include <cuda_fp16.h>
)";

int main() { return cudaFree(0); }
