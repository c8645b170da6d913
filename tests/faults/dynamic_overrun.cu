// want: outside of the 128 bytes of dynamic shared memory
#include <cuda_runtime.h>
__global__ void copy(int *data)
{
    extern __shared__ int row[];
    row[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = row[31 - threadIdx.x % 32];
}
int main()
{
    int *data;
    cudaMalloc(&data, 64 * sizeof(int));
    cudaMemset(data, 0, 64 * sizeof(int));
#ifdef FAULT
    copy<<<1, 64, 32 * sizeof(int)>>>(data);
#else
    copy<<<1, 64, 64 * sizeof(int)>>>(data);
#endif
    return cudaDeviceSynchronize();
}
