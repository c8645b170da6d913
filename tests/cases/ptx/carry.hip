// A carry that passes from one statement to the next, through macros, loops and functions, does so in the thread's flag.
#include <hip/hip_runtime.h>
#include "retarget_hip/ptx.h"
#include "retarget_hip/ptx_carry.h"
#define ADD_CC(d, a, b) d = retarget_hip::ptx_add_cc<uint64_t>(a, b)
#define ADDC_CC(d, a, b) d = retarget_hip::ptx_addc_cc<uint64_t>(a, b)
#define ADDC(d, a, b) d = retarget_hip::ptx_addc<uint64_t>(a, b)

__device__ unsigned sub_cc(unsigned a, unsigned b) {
    unsigned d;
    d = retarget_hip::ptx_sub_cc<uint32_t>(a, b);
    return d;
}

__device__ void sums(unsigned long long *r, const unsigned *a, const unsigned *b, unsigned *d) {
    ADD_CC(r[0], r[0], r[1]);
    for (int i = 1; i < 3; ++i) ADDC_CC(r[i], r[i], r[i + 1]);
    ADDC(r[3], r[3], 0ull);
    d[0] = sub_cc(a[0], b[0]);
    d[1] = retarget_hip::ptx_subc<uint32_t>(a[1], b[1]);
    {
        uint32_t result0 = d[0];
        result0 = retarget_hip::ptx_mad_lo_cc<uint32_t>(a[0], b[0], result0);
        d[1] = retarget_hip::ptx_madc_hi_cc<uint32_t>(a[0], b[0], d[1]);
        d[0] = result0;
    }
    d[2] = retarget_hip::ptx_madc_hi<int32_t>(a[1], b[1], 0u);
    {
        uint32_t result0 = retarget_hip::ptx_add_cc<uint32_t>(a[2], b[2]);
        result0 = retarget_hip::ptx_addc<uint32_t>(0u, 0u);
        d[3] = result0;
    }
}

__device__ void named_as_operands(unsigned b0, unsigned b1, unsigned b2, unsigned p0, unsigned p1, unsigned *p2) {
    p2[0] = retarget_hip::ptx_add_cc<uint32_t>(b1, b2);
    p2[1] = retarget_hip::ptx_addc<uint32_t>(p0 + 1, p1 + b0);
}
