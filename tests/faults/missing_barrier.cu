// want: data race on shared 'row'
#include <cuda_runtime.h>
__global__ void reverse(int *data)
{
    __shared__ int row[128];
    row[threadIdx.x] = data[threadIdx.x];
#ifndef FAULT
    __syncthreads();
#endif
    if (threadIdx.x >= 64)
        data[threadIdx.x] = row[127 - threadIdx.x];
}
int main()
{
    int *data;
    cudaMalloc(&data, 128 * sizeof(int));
    cudaMemset(data, 0, 128 * sizeof(int));
    reverse<<<1, 128>>>(data);
    return cudaDeviceSynchronize();
}
