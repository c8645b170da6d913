// What is written finds the program's macros in any case.
#define warp32 (threadIdx.x / 32)
#define sqrtf(x) (-1.0f)
__device__ float root(float x) {
    float y;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(y) : "f"(x));  // want [ptx] 'sqrtf' would stand for it, and is a macro
    return y;
}
__global__ void kernel(float* a) { a[threadIdx.x] = __shfl_sync(~0u, root(9) + warp32, 3); }  // want [program-names] 'warp32' is a namespace
