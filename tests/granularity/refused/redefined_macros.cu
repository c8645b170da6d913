// Functions that are inlined, and whose macros are others where the kernel stands.
// refused: direct | thread(x=2) | 36 | 'STRIDE' is another macro here
// refused: by_another | block(x=2) | 42 | 'STRIDE' is another macro here
// refused: of_extent | thread(x=2) | 48 | 'STRIDE' is another macro here
// refused: taken_back | serial(x=2) | 54 | 'ONCE' is another macro here
// refused: of_default | thread(x=2) | 60 | 'STRIDE' is another macro here
// refused: in_kernel | thread(x=2) | 67 | 'STRIDE' is defined anew in 'in_kernel'
// refused: in_kernel | bounds(64) | 67 | 'STRIDE' is defined anew in 'in_kernel'
// refused: of_callee | block(x=2) | 75 | 'STRIDE' is defined anew in 'placed'
#include <cuda_runtime.h>

#define STRIDE 2
#define ONCE 4
#define WIDER(x) ((x) * STRIDE)
__device__ int step(int* s, int v)
{
    s[threadIdx.x] = v;
    __syncthreads();
    return s[63 - threadIdx.x] * STRIDE;
}
__device__ int wider(int* s, int v) { s[threadIdx.x] = v; __syncthreads(); return WIDER(s[63 - threadIdx.x]); }
__device__ int extent(int v) { __shared__ int s[64 * STRIDE]; s[threadIdx.x * STRIDE] = v; __syncthreads(); return s[0]; }
__device__ int once(int* s, int v) { s[threadIdx.x] = v * ONCE; __syncthreads(); return s[0]; }
__device__ int by(int* s, int v = STRIDE) { s[threadIdx.x] = v; __syncthreads(); return s[63 - threadIdx.x]; }
#undef ONCE
#undef STRIDE
#define STRIDE 3
#define NEVER 1


__global__ void direct(int* a)
{
    __shared__ int s[64];
    int v = a[0];
    a[0] = NEVER;
    v = step(s, threadIdx.x);
    a[threadIdx.x] = v;
}
__global__ void by_another(int* a)
{
    __shared__ int s[64];
    int v = wider(s, threadIdx.x);
    a[threadIdx.x] = v;
}
__global__ void of_extent(int* a)
{
    int v;
    v = extent(threadIdx.x);
    a[threadIdx.x] = v;
}
__global__ void taken_back(int* a)
{
    __shared__ int s[64];
    int v = once(s, threadIdx.x);
    a[threadIdx.x] = v;
}
__global__ void of_default(int* a)
{
    __shared__ int s[64];
    int v = by(s);
    a[threadIdx.x] = v;
}

__global__ void in_kernel(int* a)
{
    a[threadIdx.x] = STRIDE;
#undef STRIDE
#define STRIDE 5
    a[threadIdx.x] += STRIDE;
}

__device__ int placed(int v)
{
    v += STRIDE * threadIdx.x;
#undef STRIDE
#define STRIDE (v + blockIdx.x)
    return STRIDE;
}
__global__ void of_callee(int* a)
{
    a[blockIdx.x] = placed(3);
}
