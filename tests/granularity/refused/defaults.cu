// Default arguments, captures and specialisations that read indices.
// refused: by_default | lanes(y, x) | 12 | retarget does not know what 'placed' does
// refused: captured | thread(x=2) | 17 | its type has no name
// refused: bounded | thread(x=2) | 28 | a template's argument or a value decides
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

template <class T> __device__ int level(T v) { return (int)v % 50; }
template <> __device__ int level<float>(float v) { return (int)v % 50 + (int)threadIdx.x; }

__global__ void bounded(int* out)
{
    out[threadIdx.x] = level((float)blockIdx.x);
}
