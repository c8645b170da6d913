// A macro whose body is a directive, as nvcc takes it.
#ifdef __CUDA_ARCH__
#define PRAGMA_UNROLL #pragma unroll
#define FOUR #pragma unroll 4  // times
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
