// want: a thread's stack is full
#include <cuda_runtime.h>
__device__ int depth(volatile int *data, int n)
{
    volatile int room[64];
    room[n % 64] = n;
    return n == 0 ? room[0] : depth(data, n - 1) + room[n % 64] + data[0];
}
__global__ void recurse(int *data, int n)
{
    data[1] = depth(data, n);
}
int main()
{
    int *data;
    cudaMalloc(&data, 2 * sizeof(int));
    cudaMemset(data, 0, 2 * sizeof(int));
#ifdef FAULT
    recurse<<<1, 1>>>(data, 1000000);
#else
    recurse<<<1, 1>>>(data, 10);
#endif
    return cudaDeviceSynchronize();
}
