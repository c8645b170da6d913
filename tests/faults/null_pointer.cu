// want: the device uses a pointer to the host's memory
#include <cuda_runtime.h>
__global__ void fill(int *data)
{
#ifndef FAULT
    if (data)
#endif
        data[threadIdx.x] = 1;
}
int main()
{
    fill<<<1, 32>>>(nullptr);
    return cudaDeviceSynchronize();
}
