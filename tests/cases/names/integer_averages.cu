// HIP's own count in unsigned, and its averages of integers are wrong.
#include <cuda_fp16.h>

__global__ void averages(int *out, unsigned a, unsigned b, __half2 *half)
{
    out[0] = __popc(a) - __popc(b);
    out[1] = __ffs(a) - 1;
    out[2] = __hadd(out[0], out[1]) + __rhadd(out[0], out[1]) + __uhadd(a, b);
    half->x = __hadd(half->x, half->y);
}
