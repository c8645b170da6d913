// want: data race on shared 'flag'
#include <cuda_runtime.h>
__global__ void last_wins(int *data)
{
    __shared__ int flag;
#ifdef FAULT
    flag = threadIdx.x;
#else
    if (threadIdx.x == 0)
        flag = 7;
#endif
    __syncthreads();
    data[threadIdx.x] = flag;
}
int main()
{
    int *data;
    cudaMalloc(&data, 64 * sizeof(int));
    last_wins<<<1, 64>>>(data);
    return cudaDeviceSynchronize();
}
