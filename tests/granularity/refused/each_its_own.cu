// What gives each thread a value of its own although no index stands in it: a barrier behind it is refused at its place.
// refused: by_ticket | block(x=2) | 12 | this barrier stands under control flow that instances do not share
// refused: by_volatile | block(x=2) | 19 | this barrier stands under control flow that instances do not share
// refused: by_variable | block(x=2) | 26 | this barrier stands under control flow that instances do not share
// refused: by_new | block(x=2) | 33 | this barrier stands under control flow that instances do not share
#include <cuda_runtime.h>

__global__ void by_ticket(int *out)
{
    int ticket = atomicAdd(out, 1);
    if (ticket % 64 < 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_volatile(volatile int *out)
{
    if (*out > 3)
        __syncthreads();
}

__global__ void by_variable(int *out)
{
    volatile int limit = out[0];
    if (limit > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_new(int *out)
{
    if (new int(3))
        __syncthreads();
    out[1] = 2;
}
