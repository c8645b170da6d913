// want: the device uses a pointer to the host's memory
#include <cuda_runtime.h>
#include <stdlib.h>
__global__ void fill(int *data)
{
    data[threadIdx.x] = threadIdx.x;
}
int main()
{
    int *data = (int *)malloc(64 * sizeof(int)), *on_device;
    cudaMalloc(&on_device, 64 * sizeof(int));
#ifdef FAULT
    fill<<<1, 64>>>(data);
#else
    fill<<<1, 64>>>(on_device);
#endif
    return cudaDeviceSynchronize();
}
