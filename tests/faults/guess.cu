// want: data race on global memory
#include <cuda_runtime.h>
__global__ void multiply(unsigned *total)
{
    unsigned guess = *total, seen;
#ifdef FAULT
    atomicExch(total + 1, guess);
    atomicAdd(total, 1);
    *total = guess * 2;
#else
    do {
        seen = guess;
        guess = atomicCAS(total, seen, seen * 2);
    } while (guess != seen);
#endif
}
int main()
{
    unsigned *total;
    cudaMalloc(&total, 2 * sizeof(unsigned));
    cudaMemset(total, 1, 2 * sizeof(unsigned));
    multiply<<<2, 4>>>(total);
    return cudaDeviceSynchronize();
}
