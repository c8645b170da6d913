// CUDA's libraries bring the header of halves along.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include "retarget_hip/blas.h"
#include <hipblas/hipblas.h>
__global__ void k(half *a, __half2 *b) {
    a[0] = __float2half(1.f);
    b[0] = __half2half2(a[0]);
}
