// Threads that wait for what another one writes: of their warp, of another warp, of another block; in polite and in
// bare loops.
// want: lanes 31 0, warps 127 0, blocks 63 0
#include <cstdio>
#include <cuda_runtime.h>

// The first waits for the last, and then the last for the first.
__device__ void pass_on(volatile int *flag, int me, int last, int *seen)
{
    if (me == 0) {
        while (flag[0] == 0) {
        }
        seen[0] = flag[0];
        __threadfence();
        flag[1] = 1;
    } else if (me == last) {
        flag[0] = last;
        while (flag[1] == 0)
            __nanosleep(20);
        seen[1] = 0;
    }
}

__global__ void in_block(volatile int *flag, int last, int *seen) { pass_on(flag, threadIdx.x, last, seen); }

__global__ void between_blocks(volatile int *flag, int *seen)
{
    if (threadIdx.x == 5)
        pass_on(flag, blockIdx.x, gridDim.x - 1, seen);
    __syncthreads();
}

int main()
{
    int *flag, *seen;
    cudaMallocManaged(&flag, 8 * sizeof(int));
    cudaMallocManaged(&seen, 8 * sizeof(int));
    cudaMemset(flag, 0, 8 * sizeof(int));
    in_block<<<3, 32>>>(flag, 31, seen);
    in_block<<<1, 128>>>(flag + 2, 127, seen + 2);
    between_blocks<<<64, 32>>>(flag + 4, seen + 4);
    cudaDeviceSynchronize();
    printf("lanes %d %d, warps %d %d, blocks %d %d\n", seen[0], seen[1], seen[2], seen[3], seen[4], seen[5]);
    return 0;
}
