// Memory that lanes wait for has a name of its own, and the lane that came changes it by what it reads there.
#include <cuda_runtime.h>

__device__ volatile int served;

__global__ void in_turns(int *out)
{
    __shared__ volatile int turn;
    if (threadIdx.x == 0) turn = 0;
    __syncthreads();
    bool mine = false;
    while (!mine) {
        if (turn == threadIdx.x) { // want [warp-wait] lanes of one warp may wait
            out[0] = out[0] * 3 + 1;
            turn = turn + 1;
            mine = true;
        }
    }
}

__global__ void by_device(int *out)
{
    for (bool mine = false; !mine;) {
        if (served == threadIdx.x) out[0] = out[0] * 3 + 1, ++served, mine = true; // want [warp-wait] lanes of one warp may wait
    }
}

// Each turn writes there: nobody waits.
__global__ void counted(int *out)
{
    __shared__ volatile int left;
    left = 5;
    while (left > 0) left = left - 1;
    out[0] = left;
}
