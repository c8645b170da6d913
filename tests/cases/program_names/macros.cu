// What is written finds the program's macros in any case.
#define warp32 (threadIdx.x / 32)
#define sqrtf(x) (-1.0f)
__device__ float root(float x) {
    float y;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(y) : "f"(x));  // want [ptx] 'sqrtf' would stand for it, and is a macro
    return y;
}
__global__ void kernel(float* a) { a[threadIdx.x] = __shfl_sync(~0u, root(9) + warp32, 3); }  // want [program-names] 'warp32' is a namespace
#define hipFree release
#define hipMemset(p, v, n) (++fills, cudaMemset(p, v, n))
int fills;
int release(void*);
void free_all(void* p) {
    cudaMemset(p, 0, 4);  // want [program-names] 'hipMemset' would be written here, and is a macro of the program's
    cudaFree(p);  // want [program-names] 'hipFree' would be written here, and is a macro of the program's
}
// A better overload than HIP's.
int hipMemcpy(float* to, const float* from, int n, cudaMemcpyKind kind = cudaMemcpyDefault) { return n; }
void copy(float* to, float* from) {
    cudaMemcpy(to, from, 4, cudaMemcpyDefault);  // want [program-names] 'hipMemcpy' would be called here, and the program has a function
}
