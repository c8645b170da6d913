// Default arguments and captures that read indices.
// refused: by_default | lanes(y, x) | 11 | it is not known what 'placed' does
// refused: captured | thread(x=2) | 16 | its type has no name
#include <cuda_runtime.h>

__device__ int placed(int v, int thread = threadIdx.x) { return v + thread; }

__global__ void by_default(int* out)
{
    int v = threadIdx.x;
    out[v] = placed(3);
}

__global__ void captured(int* out)
{
    auto f = [t = threadIdx.x](int v) { return v + (int)t; };
    int v = f(3);
    __syncthreads();
    out[threadIdx.x] = v;
}
