// A failed assertion of a kernel is told where the program waits for the device, and from then on.
// want: launch no error
// want: 1 of 3 give 710
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>

__global__ void check(int *p)
{
    assert(threadIdx.x < 40 || blockIdx.x != 2);
    __syncthreads();
    p[threadIdx.x] = 1;
}

int main()
{
    int *p, h;
    cudaMalloc(&p, 64 * sizeof *p);
    check<<<2, 64>>>(p);
    const int before = cudaDeviceSynchronize();
    check<<<8, 64>>>(p);
    const cudaError_t launched = cudaGetLastError();
    printf("launch %s\n", launched == cudaSuccess ? "no error" : cudaGetErrorString(launched));
    const int waited = cudaDeviceSynchronize(), copied = cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d of 3 give 710\n", (before == 710) + (waited == 710 && copied == 710 && cudaErrorAssert == 710));
    return 0;
}
