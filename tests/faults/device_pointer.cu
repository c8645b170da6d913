// want: the host uses a pointer to device memory
#include <cuda_runtime.h>
#include <stdio.h>
__global__ void fill(int *data)
{
    data[threadIdx.x] = threadIdx.x;
}
int main()
{
    int *data, host[64];
    cudaMalloc(&data, 64 * sizeof(int));
    fill<<<1, 64>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
#ifdef FAULT
    printf("%d\n", data[3]);
#else
    printf("%d\n", host[3]);
#endif
    return cudaDeviceSynchronize();
}
