// Destructors that do one thing beyond computing: each alone refuses what moves the end of the object.
// refused: asks | block(x=2) | 16 | a destructor that does more than compute
// refused: reads | block(x=2) | 22 | a destructor that does more than compute
// refused: stores | block(x=2) | 29 | a destructor that does more than compute
#include <cuda_runtime.h>

struct Asks { int at; __device__ ~Asks() { at = threadIdx.x; } };

struct Reads { const int* from; int last; __device__ ~Reads() { last = *from; } };

struct Stores { int* to; __device__ ~Stores() { *to = 1; } };

__global__ void asks(int* out)
{
    out[threadIdx.x] = 1;
    Asks at_the_end = {0};
}

__global__ void reads(int* out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    Reads at_the_end = {out, 0};
    out[blockIdx.x * blockDim.x + threadIdx.x] = at_the_end.last;
}

__global__ void stores(int* out)
{
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    Stores at_the_end = {out + own};
    out[own] = 0;
}
