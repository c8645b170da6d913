// Types that HIP has: nothing is added.
#include <hip/hip_runtime.h>
template <typename T> __global__ __launch_bounds__(32) void sum(T *to, const T *from) {
    atomicAdd(to, from[threadIdx.x]);
}
__global__ void other(int *i, unsigned long long *l, double *d) {
    atomicMax(i, 1);
    atomicCAS(l, 1ULL, 2ULL);
    sincos(d[0], d + 1, d + 2);
    d[4] = __ldg(d + 3);
}
void run(double *to, const double *from) { sum<<<1, 32>>>(to, from); }
