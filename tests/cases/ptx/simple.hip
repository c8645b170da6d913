// One instruction: an assignment, its operands left in place.
#include <hip/hip_runtime.h>
#include "retarget_hip/ptx.h"
#include "retarget_hip/simd.h"
#include "retarget_hip/warp_votes.h"
__device__ unsigned lane() {
    unsigned id;
    id = warp32::lane_id();
    return id;
}

__device__ int highest(unsigned word) {
    int n;
    n = retarget_hip::ptx_bfind<uint32_t>(word);
    return n;
}

__device__ unsigned some(unsigned a, unsigned b, float x, float *y) {
    unsigned sum, d = threadIdx.x;
    sum = __vsadu4(a, b + 1) + uint32_t(d);
    sum = uint32_t(sum + 1) + uint32_t(d);
    *y = ::fmaf(x, x, 1.0f);
    d = retarget_hip::ptx_shl<uint32_t>(a, b);
    d = a ^ ((a ^ b) & (a ^ d));
    if (a)
        d = __byte_perm(a, b, 0x5410u);
    else
        d = __umulhi(a, b);
    return sum + d;
}
