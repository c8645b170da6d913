// Programs ask whether a header was included by its guard; a header that stands for another answers as it does.
#include <cuda_runtime.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cublas_v2.h>
#include <curand.h>
#include <curand_kernel.h>
#include <stdio.h>

#ifdef __CUDA_RUNTIME_H__
#define RUNTIME "runtime"
#else
#define RUNTIME "no runtime"
#endif
#if defined(__VECTOR_TYPES_H__) && defined(__DEVICE_FUNCTIONS_H__) && defined(__DRIVER_TYPES_H__)
#define PARTS "its parts"
#else
#define PARTS "no parts"
#endif
#if defined(__CUDA_FP16_H__) && defined(__CUDA_BF16_H__)
#define HALVES "halves"
#else
#define HALVES "no halves"
#endif
#if defined(CUBLAS_API_H_) && defined(CUBLAS_V2_H_) && defined(CURAND_H_) && defined(CURAND_KERNEL_H_)
#define LIBRARIES "libraries"
#else
#define LIBRARIES "no libraries"
#endif

__global__ void count(int* p) { *p = 1; }

int main() { printf("%s, %s, %s, %s\n", RUNTIME, PARTS, HALVES, LIBRARIES); }
// want: runtime, its parts, halves, libraries
