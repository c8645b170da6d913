#define RESTRICT __restrict__
__device__ float sum(const __restrict__ float a[4], RESTRICT const float b[2], const float *__restrict__ c) {
    return a[3] + b[1] + c[0];
}
