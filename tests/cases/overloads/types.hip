// Functions that HIP has, on types for which some version of it has none.
#include <hip/hip_runtime.h>
#include "retarget_hip/atomics.h"
#include "retarget_hip/cached_access.h"
#include "retarget_hip/device_math.h"
#include "retarget_hip/half.h"
#include <hip/hip_fp16.h>
typedef long long wide;

__global__ void adds(__half *h, half2 *h2, float2 *f2) {
    atomicAdd(h, h[1]);
    atomicAdd(&h2[1], h2[0]);
    atomicAdd(f2, make_float2(1, 2));
}
__global__ void integers(wide *l, unsigned short *u, const ushort4 *u4, int *i) {
    atomicAnd(l, 1LL);
    atomicXor(l, 1LL);
    atomicMax_system(l, 1LL);
    atomicCAS(u, (unsigned short)1, (unsigned short)2);
    ushort4 q = __ldg(u4);
    i[0] = __ldcg(i) + q.x;
}
__global__ void angles(float *f, double *d) {
    sincos(f[0], f + 1, f + 2);
    sincospi(f[0], f + 1, f + 2);
    sincos(d[0], d + 1, d + 2);
}
