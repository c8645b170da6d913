// CUDA's libraries bring the header of halves along.
#include <cublas_v2.h>
__global__ void k(half *a, __half2 *b) {
    a[0] = __float2half(1.f);
    b[0] = __half2half2(a[0]);
}
