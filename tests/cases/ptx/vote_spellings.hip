// `.sync` stands in front of what is voted on, or behind it: ptxas takes both.
#include <hip/hip_runtime.h>
#include "retarget_hip/warp_votes.h"
__device__ unsigned odd(unsigned value)
{
    unsigned lanes;
    {
        bool p = uint32_t(value & 1) != 0u;
        lanes = warp32::ballot_sync(0xffffffffu, p);
    }
    return lanes;
}
