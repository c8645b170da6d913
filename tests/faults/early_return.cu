// want: a barrier that 28 of the block's 64 threads do not reach
#include <cuda_runtime.h>
__global__ void shift(int *data, int n)
{
    __shared__ int row[64];
#ifdef FAULT
    if (threadIdx.x >= n)
        return;
    row[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = row[(threadIdx.x + 1) % n];
#else
    if (threadIdx.x < n)
        row[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < n)
        data[threadIdx.x] = row[(threadIdx.x + 1) % n];
#endif
}
int main()
{
    int *data;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    shift<<<1, 64>>>(data, 36);
    return cudaDeviceSynchronize();
}
