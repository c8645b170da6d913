// The program's own functions for halves, where clang's headers have templates for arguments of any type.
#include <cuda_fp16.h>

static __device__ __forceinline__ half max(half a, half b) { return __hgt(a, b) ? a : b; }
__device__ __half min(const __half &a, const __half &b);
#define LARGER(a, b) max(a, b)

__global__ void span(half *a, int n)
{
    half low = a[0], high = a[0];
    for (int i = 1; i < n; ++i) low = min(low, a[i]), high = LARGER(high, a[i]);
    a[0] = low, a[1] = high;
}

__device__ __half min(const __half &a, const __half &b) { return __hlt(a, b) ? a : b; }
