// Jumps to labels that leave a piece of the kernel, and those that wait.
// refused: to_a_barrier | thread(x=2) | 15 | retarget does not follow a jump to a label
// refused: into_a_branch | block(x=2) | 24 | retarget does not follow a jump to a label
// refused: by_a_call | block(x=2) | 39 | this waits for what another thread writes
// refused: by_itself | serial(x=2) | 49 | this waits for what another thread writes
// refused: out_of_a_loop | block(x=2) | 57 | this waits for what another thread writes
#include <cuda_runtime.h>

__device__ int turn;

__global__ void to_a_barrier(int* out, const int* in)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x, found = 7;
    for (int k = 0; k < 4; ++k)
        if (in[at + k] > 3) { found = k; goto next; }
    found = 9;
next:
    __syncthreads();
    out[at] = found;
}

__global__ void into_a_branch(int* out, const int* in)
{
    if (in[threadIdx.x] > 3) goto inside;
    __syncthreads();
    if (in[threadIdx.x] > 1) {
    inside:
        out[threadIdx.x] = 1;
    }
}

__device__ void acquire(int* lock)
{
again:
    if (atomicCAS(lock, 0, 1) != 0) goto again;
}
__global__ void by_a_call(int* out)
{
    if (threadIdx.x == 0) acquire(&turn);
    out[blockIdx.x] += 1;
    if (threadIdx.x == 0) atomicExch(&turn, 0);
}

__global__ void by_itself(int* out)
{
    if (threadIdx.x == 0) {
    again:
        int* lock = out + 4;
        if (*(volatile int*)lock != (int)(gridDim.x - 1 - blockIdx.x)) goto again;
        *(volatile int*)lock += 1;
    }
}

__global__ void out_of_a_loop(int* out)
{
    if (threadIdx.x == 0) {
        for (;;) {
            if (atomicAdd(&turn, 0) == (int)(gridDim.x - 1 - blockIdx.x)) goto mine;
        }
    mine:
        atomicAdd(&turn, 1);
    }
}
