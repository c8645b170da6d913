// want: data race on shared 'sums'
#include <cuda_runtime.h>
__global__ void sum(int *data)
{
    __shared__ int sums[32];
    const int lane = threadIdx.x;
    sums[lane] = data[lane];
    __syncwarp();
    for (int step = 16; step > 0; step /= 2) {
        const int other = sums[(lane + step) % 32];
#ifndef FAULT
        __syncwarp();
#endif
        sums[lane] += other;
#ifndef FAULT
        __syncwarp();
#endif
    }
    data[lane] = sums[lane];
}
int main()
{
    int *data;
    cudaMalloc(&data, 32 * sizeof(int));
    cudaMemset(data, 0, 32 * sizeof(int));
    sum<<<1, 32>>>(data);
    return cudaDeviceSynchronize();
}
