// Packed blocks in turns: where one of them lies beyond the grid, its threads go on to the next turn ahead of the others.
// refused: reversed | pack(x=2) serial(y=2) | 11 | packed blocks that lie beyond the grid do not reach this barrier
// refused: reversed | pack(x=2) persistent(1) | 11 | packed blocks that lie beyond the grid do not reach this barrier
// refused: reversed | block(y=2) pack(x=4) serial(x=2) | 11 | packed blocks that lie beyond the grid do not reach this barrier
#include <cuda_runtime.h>

__global__ void reversed(int* out)
{
    __shared__ int s[48];
    s[threadIdx.x] = out[blockIdx.x * 48 + threadIdx.x];
    __syncthreads();
    out[(blockIdx.y * gridDim.x + blockIdx.x) * 48 + threadIdx.x] = s[47 - threadIdx.x];
}
