// Macros that are defined anew elsewhere than between a function that is inlined and the kernel.
// schedule: thread(x=2)
// schedule: block(x=2)
#include <cstdio>
#include <cuda_runtime.h>

#define STRIDE 5
__device__ int early(int v) { return v * STRIDE + (int)(threadIdx.x & 1); }
#undef STRIDE
#define STRIDE 2
#define SAME 7
#define SAME 7
#define WIDER(x) ((x) * STRIDE + SAME)
__device__ int step(int* s, int v)
{
    s[threadIdx.x] = v;
    __syncthreads();
    int r = WIDER(s[63 - threadIdx.x]);
    __syncthreads();
    return r;
}

__global__ void steps(int* out, const int* in)
{
    __shared__ int s[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = step(s, in[i]);
#define LATE 3
    v += LATE * threadIdx.x;
#undef LATE
    __syncthreads();
    out[i] = early(v) + STRIDE;
}
#undef STRIDE
#define STRIDE 4
#define LATE 4

__global__ void behind(int* out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] += STRIDE;
}
#undef STRIDE
#define STRIDE 6

int main()
{
    const int n = 512;
    int *in, *out, host[n];
    for (int k = 0; k < n; ++k) host[k] = k * 37 % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    steps<<<8, 64>>>(out, in);
    behind<<<8, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned sum = STRIDE;
    for (int v : host) sum = sum * 31 + v;
    printf("%u %d %d\n", sum, host[5], host[400]);
}
