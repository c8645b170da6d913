// HIP's own count in unsigned, and its averages of integers are wrong.
#include <hip/hip_runtime.h>
#include "retarget_hip/averages.h"
#include "retarget_hip/bits.h"
#include "retarget_hip/half_parts.h"
#include <hip/hip_fp16.h>

__global__ void averages(int *out, unsigned a, unsigned b, __half2 *half)
{
    out[0] = retarget_hip::popc(a) - retarget_hip::popc(b);
    out[1] = retarget_hip::ffs(a) - 1;
    out[2] = retarget_hip::hadd(out[0], out[1]) + retarget_hip::rhadd(out[0], out[1]) + retarget_hip::uhadd(a, b);
    retarget_hip::half_part(half->x) = retarget_hip::hadd(retarget_hip::half_part(half->x), retarget_hip::half_part(half->y));
}
