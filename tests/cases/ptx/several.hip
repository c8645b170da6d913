// Several instructions: a block whose outputs are assigned last; and statements within macros.
#include <hip/hip_runtime.h>
#include "retarget_hip/ptx.h"
#include "retarget_hip/warp_votes.h"
#define SQUARE(x) do { uint32_t t_ = x; x = t_ * t_; } while (0)
#define FIELD(d, a, at, n) d = retarget_hip::ptx_bfe<int32_t>(a, at, n)

__device__ unsigned long long sum(unsigned a, unsigned b, unsigned &high, unsigned carry) {
    unsigned low;
    {
        uint32_t carry_;
        uint32_t result0_ = retarget_hip::ptx_add<uint32_t>(a, b, 0, carry_);
        high = uint32_t(high) + uint32_t(carry) + carry_;
        low = result0_;
    }
    SQUARE(low);
    FIELD(a, b, 3, 8);
    unsigned long long both;
    both = uint64_t(uint32_t(low)) | uint64_t(uint32_t(high)) << 32;
    return both;
}

__device__ unsigned vote(int value, unsigned mask) {
    unsigned ballot;
    {
        bool p = int32_t(value) != 0;
        ballot = warp32::ballot_sync(mask, p);
    }
    return ballot;
}

__device__ unsigned choose(unsigned a, unsigned b) {
    unsigned either, both;
    {
        bool p = uint32_t(a) < uint32_t(b);
        bool q = !(uint32_t(a) < uint32_t(b));
        bool r = (uint32_t(a) == 0u) || q;
        bool s = !(uint32_t(a) == 0u) || q;
        r = r && p;
        either = r ? 1u : 2u;
        both = s ? 3u : 4u;
    }
    return either + both;
}
