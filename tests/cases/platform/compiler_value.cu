// nvcc gives its macro a value, and `__func__` is no macro.
#if __CUDACC__
#define SIDE __host__ __device__
#else
#define SIDE
#endif
#ifndef __func__
#define __func__ __FUNCTION__
#endif

SIDE int twice(int n) { return 2 * n; }
__global__ void doubled(int *x) { *x = twice(*x); }
