// Dynamic shared memory that is declared outside of its kernel; a device variable that is a member of a class.
// schedule: block(x=2)
// schedule: thread(x=2) block(x=2)
// schedule: pack(x=2)
#include <cstdio>

extern __shared__ float whole[];
extern __shared__ int pairs[][2];

struct Counter {
    static __device__ int total;
};
__device__ int Counter::total = 3;

__global__ void first(int* out)
{
    whole[threadIdx.x] = threadIdx.x * 0.5f;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = (int)(whole[(threadIdx.x + 2) % 64] * 4) + Counter::total;
}

__global__ void second(int* out)
{
    pairs[threadIdx.x][blockIdx.x & 1] = threadIdx.x;
    pairs[threadIdx.x][~blockIdx.x & 1] = blockIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] += pairs[63 - threadIdx.x][1] * 3 + pairs[threadIdx.x][0];
}

int main()
{
    const int n = 5 * 64;
    int *out, host[n];
    cudaMalloc(&out, sizeof host);
    first<<<5, 64, 64 * sizeof(float)>>>(out);
    second<<<5, 64, 64 * 2 * sizeof(int)>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 7) printf("%d ", host[i]);
    printf("\n");
    return 0;
}
