// Lambdas that outlive a barrier and copy what does not change: they are written again.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: thread(x=2) block(x=3)
#include <cstdio>
#include <cuda_runtime.h>

__global__ void by_value(int* out, const int* in, int n)
{
    __shared__ int s[64];
    const int base = blockIdx.x * blockDim.x;
    int t = threadIdx.x;
    auto at = [=](int i) { return base + (t + i) % n; };
    s[t] = in[at(0)];
    __syncthreads();
    out[at(1)] = s[(t + 1) % n];
}

__global__ void named(int* out, const int* in, int n)
{
    __shared__ int s[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int* p = in + i;
    int sum = 0;
    auto load = [p](int k) { return p[k - k]; };
    auto add = [&, i](int v) { sum += v + i; };
    auto scaled = [n, &sum] (int v) -> int { return v * n + sum; };
    auto both = [=, &sum](int v) { sum -= v; return load(0) + i; };
    s[threadIdx.x] = load(1);
    __syncthreads();
    add(s[63 - threadIdx.x]);
    __syncthreads();
    out[i] = scaled(both(3)) + sum;
}

int main()
{
    int in[128], out[128];
    for (int i = 0; i < 128; ++i) in[i] = i * 37 % 101;
    int *a, *b;
    cudaMalloc(&a, sizeof in);
    cudaMalloc(&b, sizeof out);
    cudaMemcpy(a, in, sizeof in, cudaMemcpyHostToDevice);
    by_value<<<2, 64>>>(b, a, 64);
    cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; ++i) printf("%d ", out[i]);
    named<<<2, 64>>>(b, a, 64);
    cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; ++i) printf("%d ", out[i]);
    printf("\n");
    return 0;
}
