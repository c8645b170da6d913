// want: a data race on shared 'sum'[\s\S]*lock_without_fence.cu:12
#include <cstdio>
#include <cuda_runtime.h>
__global__ void add(int *out)
{
    __shared__ int lock, sum;
    if (threadIdx.x == 0)
        lock = sum = 0;
    __syncthreads();
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    sum += threadIdx.x;
#ifndef FAULT
    __threadfence_block();
#endif
    atomicExch(&lock, 0);
    __syncthreads();
    if (threadIdx.x == 0)
        *out = sum;
}
int main()
{
    int *out, sum = 0;
    cudaMalloc(&out, sizeof(int));
    add<<<1, 64>>>(out);
    cudaMemcpy(&sum, out, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    return sum != 64 * 63 / 2;
}
