// want: a misaligned store of 8 bytes
#include <cuda_runtime.h>
__global__ void fill(char *data, int shift)
{
    double *at = (double *)(data + shift);
    at[threadIdx.x] = threadIdx.x;
}
int main()
{
    char *data;
    cudaMalloc(&data, 1024);
#ifdef FAULT
    fill<<<1, 32>>>(data, 4);
#else
    fill<<<1, 32>>>(data, 8);
#endif
    return cudaDeviceSynchronize();
}
