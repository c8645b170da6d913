__host__ __device__ int both(int x)
{
#ifdef __CUDA_ARCH__
    int lane = __ffs(x);
    return lane;
#else
    return x;
#endif
}
__device__ int one(int x)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
    return x;
#endif
}
#ifdef __CUDA_ARCH__
#define OUTSIDE
#endif
__global__ void k(int *x)
{
#ifndef __CUDA_ARCH__
    x[1] = 2;
#endif
    x[0] = both(x[1]);
}
