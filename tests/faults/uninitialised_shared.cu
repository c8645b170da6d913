// want: a load from shared 'sum' that no thread of the block has written
#include <cuda_runtime.h>
__global__ void count(int *data)
{
    __shared__ int sum;
#ifndef FAULT
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
#endif
    if (threadIdx.x == 0)
        sum += data[0];  // a load, though a store follows at once
    __syncthreads();
    __syncthreads();
    data[threadIdx.x] = sum;
}
int main()
{
    int *data;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
    count<<<1, 64>>>(data);
    return cudaDeviceSynchronize();
}
