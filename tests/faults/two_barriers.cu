// want: wait at two barriers
#include <cuda_runtime.h>
__global__ void parts(int *data)
{
    __shared__ int row[64];
    row[threadIdx.x] = threadIdx.x;
#ifdef FAULT
    if (threadIdx.x < 32) {
        __syncthreads();
        data[threadIdx.x] = row[63 - threadIdx.x];
    } else {
        __syncthreads();
        data[threadIdx.x] = row[63 - threadIdx.x] + 1;
    }
#else
    __syncthreads();
    data[threadIdx.x] = row[63 - threadIdx.x] + (threadIdx.x < 32 ? 0 : 1);
#endif
}
int main()
{
    int *data;
    cudaMalloc(&data, 64 * sizeof(int));
    parts<<<1, 64>>>(data);
    return cudaDeviceSynchronize();
}
