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
#define DEV __device__ inline
DEV int by_macro()
{
#ifdef __CUDA_ARCH__
    return 1;
#endif
}
#if __CUDA_ARCH__ >= 600
#define OF_THE_DEVICE
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 600
__device__ double atomicAdd(double *a, double b) { return a[0] + b; }
#endif
#ifdef __CUDA_ARCH__
__device__ int there() { return __CUDA_ARCH__; }
#else
#define there() 0
#endif
#ifdef __CUDA_ARCH__
__host__ __device__ int twice() { return 2; }
#else
__host__ __device__ int twice() { return 1; }
#endif
#if __CUDA_ARCH__ >= 600
int host() { return 1; }
#endif
