// A unit that is HIP already: nothing changes.
#include <hip/hip_runtime.h>
#ifdef __HIP_PLATFORM_AMD__
#define WS 64
#else
#define WS 32
#endif
__global__ void k(float *p) { p[threadIdx.x] = WS; }
int main() {
    float *p;
    hipMalloc(&p, 256);
    k<<<1, 64>>>(p);
}
