// Spin locks, taken by every thread: one in each block's shared memory, one for the whole grid.
// want: 0 wrong blocks, 1536 in all, 768 of even threads
#include <cstdio>
#include <cuda_runtime.h>

__device__ int grid_lock = 0;
__device__ int taken_by_all = 0, taken_by_even = 0;

__global__ void count(int *of_block)
{
    __shared__ int lock, taken;
    if (threadIdx.x == 0)
        lock = taken = 0;
    __syncthreads();
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    taken = taken + 1;
    __threadfence_block();
    atomicExch(&lock, 0);
    __syncthreads();
    if (threadIdx.x == 0)
        of_block[blockIdx.x] = taken;

    bool done = false;
    while (!done) {
        if (atomicExch(&grid_lock, 1) == 0) {
            __threadfence();
            taken_by_all = taken_by_all + 1;
            if (threadIdx.x % 2 == 0)
                taken_by_even = taken_by_even + 1;
            __threadfence();
            atomicExch(&grid_lock, 0);
            done = true;
        }
    }
}

int main()
{
    const int blocks = 16, threads = 96;
    int *of_block;
    cudaMallocManaged(&of_block, blocks * sizeof(int));
    count<<<blocks, threads>>>(of_block);
    cudaDeviceSynchronize();
    int wrong = 0, all, even;
    for (int b = 0; b < blocks; ++b)
        wrong += of_block[b] != threads;
    cudaMemcpyFromSymbol(&all, taken_by_all, sizeof all);
    cudaMemcpyFromSymbol(&even, taken_by_even, sizeof even);
    printf("%d wrong blocks, %d in all, %d of even threads\n", wrong, all, even);
    return 0;
}
