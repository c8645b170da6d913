// Loops that wait for another thread's turn, most where no condition of the loop reads what the other writes.
// refused: set_under | block(x=2) | 15 | this waits for what another thread writes
// refused: set_under_in_shared | thread(x=2) | 31 | this waits for what another thread writes
// refused: goes_round | block(x=2) | 43 | this waits for what another thread writes
// refused: counted_up | serial(x=2) | 56 | this waits for what another thread writes
// refused: broken_off | block(x=2) | 65 | this waits for what another thread writes
// refused: left | serial(x=2) | 75 | this waits for what another thread writes
#include <cuda_runtime.h>
__device__ volatile int turn;

__global__ void set_under(int* out, const int* in)
{
    if (threadIdx.x == 0) {
        bool mine = false;
        while (!mine) {
            if (turn == (int)(gridDim.x - 1 - blockIdx.x)) {
                out[blockIdx.x] = in[turn];
                turn = turn + 1;
                mine = true;
            }
        }
    }
}

__global__ void set_under_in_shared(int* out)
{
    __shared__ volatile int next;
    if (threadIdx.x == 0) next = blockDim.x - 1;
    __syncthreads();
    bool mine = false;
    while (!mine) {
        if (next == (int)threadIdx.x) {
            out[threadIdx.x] = next;
            next = threadIdx.x - 1;
            mine = true;
        }
    }
}

__global__ void goes_round(int* out, int* next)
{
    if (threadIdx.x == 0) {
        for (;;) {
            if (atomicOr(next, 0) != (int)(gridDim.x - 1 - blockIdx.x)) continue;
            out[blockIdx.x] = 1;
            atomicAdd(next, 1);
            break;
        }
    }
}

__global__ void counted_up(int* out)
{
    int done = 0;
    if (threadIdx.x == 0) {
        while (done < 1) {
            turn == (int)(gridDim.x - 1 - blockIdx.x) ? out[0] += 1, turn = turn + 1, done++ : done;
        }
    }
}

__global__ void broken_off(int* out)
{
    if (threadIdx.x == 0) {
        for (;;) {
            if (turn == (int)(gridDim.x - 1 - blockIdx.x)) break;
        }
        out[blockIdx.x] = turn;
        turn = turn + 1;
    }
}

__global__ void left(int* out)
{
    for (;;) {
        if (turn == (int)(gridDim.x - 1 - blockIdx.x)) {
            if (threadIdx.x == 0) out[blockIdx.x] = 1;
            return;
        }
    }
}
