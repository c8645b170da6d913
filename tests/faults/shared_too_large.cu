// want: shared_too_large.cu:9:17: error: 'reverse\(int\*\)' has 66000 bytes of static shared memory; a device allows 65536
#include <cuda_runtime.h>
#ifdef FAULT
#define ROWS 165
#else
#define ROWS 100
#endif

__global__ void reverse(int *data)
{
    __shared__ int rows[ROWS - 1][100];
    __shared__ int last[100];
    last[threadIdx.x] = rows[data[threadIdx.x]][threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = last[99 - threadIdx.x] + rows[data[threadIdx.x]][threadIdx.x];
}

int main()
{
    int *data;
    cudaMalloc(&data, 100 * sizeof(int));
    cudaMemset(data, 0, 100 * sizeof(int));
    reverse<<<1, 100>>>(data);
    return cudaDeviceSynchronize();
}
