// want: invalid configuration argument
#include <cuda_runtime.h>
#include <stdio.h>
__global__ void nothing() {}
int main()
{
#ifdef FAULT
    nothing<<<1, 2048>>>();
#else
    nothing<<<1, 1024>>>();
#endif
    cudaError_t error = cudaGetLastError();
    if (error)
        printf("%s\n", cudaGetErrorString(error));
    return error;
}
