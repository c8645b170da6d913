// What is written finds the program's macros in any case.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_shuffles.h"
#define warp32 (threadIdx.x / 32)
#define sqrtf(x) (-1.0f)
__device__ float root(float x) {
    float y;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(y) : "f"(x));  // want [ptx] 'sqrtf' would stand for it, and is a macro
    return y;
}
__global__ void kernel(float* a) { a[threadIdx.x] = warp32::shfl_sync(~0u, root(9) + warp32, 3); }  // want [program-names] 'warp32' is a namespace
#define hipFree release
#define hipMemset(p, v, n) (++fills, hipMemset(p, v, n))
int fills;
int release(void*);
void free_all(void* p) {
    hipMemset(p, 0, 4);  // want [program-names] 'hipMemset' would be written here, and is a macro of the program's
    hipFree(p);  // want [program-names] 'hipFree' would be written here, and is a macro of the program's
}
// A better overload than HIP's.
int hipMemcpy(float* to, const float* from, int n, hipMemcpyKind kind = hipMemcpyDefault) { return n; }
void copy(float* to, float* from) {
    hipMemcpy(to, from, 4, hipMemcpyDefault);  // want [program-names] 'hipMemcpy' would be called here, and the program has a function
}
