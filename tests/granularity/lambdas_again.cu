// Lambdas that outlive a barrier and copy what does not change: they are written again.
// schedule: thread(x=2)
// schedule: serial(x=2)
// schedule: by_value: block(x=2)
// schedule: named: thread(x=2) block(x=3)
// schedule: of_given_size: block(x=2)
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

__global__ void of_array(int* out, const int* in)
{
    __shared__ int s[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto one = [=](int k) { return s[k]; };
    auto other = [](int k) { return s[k] * 3; };
    auto all = [&](int k, int v) { s[k] = v; };
    all(threadIdx.x, in[i]);
    const int own = one(threadIdx.x);
    __syncthreads();
    out[i] = one(63 - threadIdx.x) + other(threadIdx.x ^ 1) + own;
}

__global__ void of_given_size(int* out, const int* in)
{
    extern __shared__ int s[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto one = [=](int k) { return s[k]; };
    s[threadIdx.x] = in[i];
    const int own = one(threadIdx.x);
    __syncthreads();
    out[i] = one(63 - threadIdx.x) + own;
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
    of_array<<<2, 64>>>(b, a);
    cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; ++i) printf("%d ", out[i]);
    of_given_size<<<2, 64, sizeof(int) * 64>>>(b, a);
    cudaMemcpy(out, b, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 128; ++i) printf("%d ", out[i]);
    printf("\n");
    return 0;
}
