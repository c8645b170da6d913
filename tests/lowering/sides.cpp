__host__ __device__ int both(int x)
{ if (::retarget_host::on_device()) {
#if 1
    int lane = __ffs(x);
    return lane;
#else
    return x;
#endif
} else {
#line 2 "/sides.cu"

#ifdef __CUDA_ARCH__
    int lane = __ffs(x);
    return lane;
#else
    return x;
#endif

#line 9 "/sides.cu"
}}
__device__ int one(int x)
{
#if 1 && 700 >= 600
    return x;
#endif
}
#ifdef __CUDA_ARCH__
#define OUTSIDE
#endif
__global__ void k(int *x)
{ ::retarget_host::grid(__PRETTY_FUNCTION__, [=]() mutable {
#if 0
    x[1] = 2;
#endif
    x[0] = both(x[1]);
}); }
#define DEV __device__ inline
DEV int by_macro()
{
#if 1
    return 1;
#endif
}
#if 700 >= 600
#define OF_THE_DEVICE
#endif
#if !1 || 700 < 600
__device__ double atomicAdd(double *a, double b) { return a[0] + b; }
#endif
#if 1
__device__ int there() { return 700; }
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
