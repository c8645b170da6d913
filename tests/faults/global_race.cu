// want: data race on global memory
#include <cuda_runtime.h>
__global__ void count(int *total)
{
#ifdef FAULT
    *total += 1;
#else
    atomicAdd(total, 1);
#endif
}
int main()
{
    int *total;
    cudaMalloc(&total, sizeof(int));
    cudaMemset(total, 0, sizeof(int));
    count<<<2, 32>>>(total);
    return cudaDeviceSynchronize();
}
