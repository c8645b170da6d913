#include <hip/hip_runtime.h>
#define RESTRICT __restrict__
__device__ float sum(const float a[4], const float b[2], const float *__restrict__ c) {
    return a[3] + b[1] + c[0];
}
