// A program with a branch of its own for HIP, whose macros have names that generated text has in CUDA.
// schedule: thread(x=2)
// schedule: block(x=2)
#include <cstdio>
#if defined(__HIP_PLATFORM_AMD__)
#include <hip/hip_runtime.h>
#define cudaGetDevice hipGetDevice
#define cudaMalloc hipMalloc
#define cudaMemcpy hipMemcpy
#define cudaMemcpyDeviceToHost hipMemcpyDeviceToHost
#define cudaStream_t hipStream_t
#define cudaSuccess hipSuccess
#endif

__global__ void fill(int* a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = i * i;
}

int main()
{
    int *a, host[100];
    cudaMalloc(&a, sizeof host);
    fill<<<2, 64>>>(a, 100);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 100; ++i) printf("%d\n", host[i]);
    return 0;
}
