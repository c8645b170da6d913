// Copies of shared memory for which no device has room.
// refused: tile | block(x=16) | 6 | its copies of shared memory are 131072 bytes, of 65536 that a kernel can declare
// refused: typed | pack(x=16) | 15 | its copies of shared memory are 131072 bytes, of 65536 that a kernel can declare
#include <cuda_runtime.h>

__global__ void tile(int* out)
{
    __shared__ int s[2048];
    int t = threadIdx.x;
    s[t] = out[blockIdx.x * 64 + t];
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
}

template <class T> __global__ void typed(T* out)
{
    __shared__ T s[1024];
    int t = threadIdx.x;
    s[t] = out[blockIdx.x * 64 + t];
    __syncthreads();
    out[blockIdx.x * 64 + t] = s[63 - t];
}

int main()
{
    int* out;
    cudaMalloc(&out, 65536);
    tile<<<64, 64>>>(out);
    typed<<<64, 64>>>(out);
    typed<<<32, 64>>>((double*)out);
}
