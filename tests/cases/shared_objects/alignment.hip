// Alignment behind the words of a declaration, where nvcc takes it and clang does not.
#include <hip/hip_runtime.h>
__global__ __launch_bounds__(64) void k(float *p) {
    alignas(alignof(float4)) __shared__ float a[64];
    alignas(double) static __shared__ unsigned char raw[16]; __shared__ float b[4];
    alignas(16) __shared__ float c[4];
    a[threadIdx.x] = c[threadIdx.x % 4] = b[0] = raw[0];
    p[threadIdx.x] = a[63 - threadIdx.x];
}
int main() { k<<<1, 64>>>(nullptr); }
