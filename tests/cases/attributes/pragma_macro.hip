// A macro whose body is a directive, as nvcc takes it.
#include <hip/hip_runtime.h>
#ifdef __HIP_DEVICE_COMPILE__
#define PRAGMA_UNROLL _Pragma("unroll")
#define FOUR _Pragma("unroll 4")  // times
#else
#define PRAGMA_UNROLL
#define FOUR
#endif
#define NAMED(x) #x
#pragma once
__global__ void k(int *p) {
    PRAGMA_UNROLL
    for (int i = 0; i < 4; ++i) p[i] = i;
    FOUR
    for (int i = 0; i < 8; ++i) p[i] = i;
}
