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
