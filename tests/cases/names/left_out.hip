// What a branch that is not taken defines stops no rename elsewhere.
#include <hip/hip_runtime.h>
#include "retarget_hip/arch.h"
#include "retarget_hip/warp_votes.h"
#pragma weak ncclCommWindowRegister
#if RETARGET_CUDART_VERSION < 9000
#define __ballot_sync(m, p) warp32::ballot(p)
#define hipMallocAsync(p, n, s) hipMalloc(p, n)
inline int __syncwarp(int m) { return m; }
#endif
#if 0
typedef int hipEvent_t;
int hipGetLastError();
#endif

__global__ void k(int *p) {
    p[threadIdx.x] = warp32::ballot_sync(0xffffffffu, p[0]);
    warp32::syncwarp();
}
int main() {
    int *p;
    hipEvent_t event;
    hipEventCreate(&event);
    hipMallocAsync(&p, 4, 0);
    return hipGetLastError() != hipSuccess;
}
