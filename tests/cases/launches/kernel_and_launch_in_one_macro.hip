#include <hip/hip_runtime.h>

#define BOTH(name)                                              \
    __global__ void name##_kernel(int *p) { p[threadIdx.x] = 1; } \
    void name(int *p) { name##_kernel<<<1, 32>>>(p); hipDeviceSynchronize(); }

BOTH(first)
