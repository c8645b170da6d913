// want: behind an allocation of 400 bytes
#include <cuda_runtime.h>
__global__ void fill(int *data, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef FAULT
    if (i < n)
#endif
        data[i] = i;
}
int main()
{
    int *data;
    cudaMalloc(&data, 100 * sizeof(int));
    fill<<<2, 64>>>(data, 100);
    return cudaDeviceSynchronize();
}
