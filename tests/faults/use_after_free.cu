// want: memory that was freed
#include <cuda_runtime.h>
__global__ void fill(int *data)
{
    data[threadIdx.x] = threadIdx.x;
}
int main()
{
    int *data;
    cudaMalloc(&data, 64 * sizeof(int));
#ifdef FAULT
    cudaFree(data);
#endif
    fill<<<1, 64>>>(data);
    return cudaDeviceSynchronize();
}
