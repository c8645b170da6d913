// want: names lanes that do not come
#include <cuda_runtime.h>
__global__ void sum(int *data)
{
    int value = data[threadIdx.x];
#ifdef FAULT
    if (threadIdx.x < 20) {
        value += __shfl_down_sync(0xffffffff, value, 4);
        data[threadIdx.x] = value;
    } else {
        __syncthreads();
    }
#else
    value += __shfl_down_sync(0xffffffff, value, 4);
    if (threadIdx.x < 20)
        data[threadIdx.x] = value;
#endif
}
int main()
{
    int *data;
    cudaMalloc(&data, 32 * sizeof(int));
    cudaMemset(data, 0, 32 * sizeof(int));
    sum<<<1, 32>>>(data);
    return cudaDeviceSynchronize();
}
