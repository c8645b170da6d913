// Lambdas and functors that are handed values by others, called at once, with state and captures of their own; GNU's
// statements in an expression.
// schedule: thread(x=2)
// schedule: block(x=2)
#include <cstdio>
#include <cuda_runtime.h>

template <class F> __device__ void call_with(F f, int v) { f(v); }
template <class F> __device__ void call_if(F f, int v) { if (v & 1) f(3); }
struct Counter {
    int n;
    __device__ int operator()() { return ++n; }
};

__global__ void handed(int* out, const int* in)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a = 1, b = 2, c = 3;
    [&](int u) { for (; u > 0 && b < 9; u /= 3) ++b; a = u; }(in[i]);
    call_with([&](int u) { c = u / 2; }, in[i + 1]);
    __syncthreads();
    out[i] = a + b * 10 + c * 100;
}

__global__ void perhaps(int* out, const int* in)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a = 1, b = 2;
    call_if([&](int) { a = 5; }, in[i]);
    auto leaves = [&](int u) { if (u > 40) return; b = 7; };
    leaves(in[i]);
    __syncthreads();
    out[i] = a + b * 10;
}

__global__ void counted(int* out, const int* in)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Counter count = {4};
    if (in[i] & 1) count();
    int a = count();
    __syncthreads();
    out[i] = a;
}

__global__ void indexed(int* out, const int* in)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto here = [&] { return (int)threadIdx.x * 3 + (int)blockIdx.x; };
    int first = in[i] + here();
    __syncthreads();
    out[i] = first;
    __syncthreads();
    out[i] += here() * 2;
}

struct Two { int first, last; };

__global__ void captured(int* out, const int* in, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a = 1, b = 2, c = 3, d[2] = {4, 5};
    Two two = {6, 7};
    auto plain = [&to = a](int u) { to = u; };
    plain(in[i]);
    {
        auto several = [&to = b, other = blockDim.x, &last = two.last, at = &c](int u) { to = u + other; last = u; *at = u; };
        several(i);
    }
    auto element = [&to = d[n & 1]](int u) { to = u; };
    element(in[i + 1]);
    __syncthreads();
    out[i] = a + b * 10 + c * 100 + (d[0] + d[1]) * 7 + two.last * 3;
}

template <int N> __global__ void at_once(int* out, const int* in)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int a = N, b = 2, c = 3, d = 4;
    [&](int u) { for (; u > 0 && b < 9; u /= N) ++b; a = u; }(in[i]);
    c = [&] { if (in[i] & 1) return in[i + 1]; return N; }();
    [&](auto u) { d = u + N; }(in[i + 2]);
    [](int u, int& to) { to += u; }(in[i], c);
    int e = 1;
    if ([&](int u) { return u > N && (e = 6, true); }(in[i + 1])) d += N;
    __syncthreads();
    out[i] = a + b * 10 + c * 100 + d * 7 + e;
}

// What it changes agrees, and is changed once for each thread.
__global__ void counting(int* out, const int* in)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int calls = 0;
    auto count = [&] { calls += 1; };
    count();
    __syncthreads();
    out[i] = calls + in[i];
}

#define MOST(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define SUM_BELOW(n) ({ int s_ = 0; for (int k_ = 0; k_ < (n); ++k_) { if (k_ == 7) break; s_ += k_; } s_; })
__device__ int doubled(int a, int b) { return MOST(a, b) + ({ int t = threadIdx.x; t * 2; }); }
__global__ void statements(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = 1, y = ({ if (in[i] > 5) x = 3; x + 1; }), z = ({ int same = n; same * 2; });
    int most = MOST(in[i], (int)threadIdx.x);
    __syncthreads();
    ({ most += i; x += most; });
    most = MOST(MOST(most, y), ({ int* p = &most; *p += 1; *p; }));
    __syncthreads();
    out[i] = x + y * 3 + z + most + doubled(x, 3) + SUM_BELOW(in[i] & 15);
}

int main()
{
    const int n = 1024;
    int *in, *out, host[n];
    cudaMalloc(&in, 2 * sizeof host);
    cudaMalloc(&out, sizeof host);
    for (int i = 0; i < n; ++i) host[i] = i * 7919 % 101;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(in + n, host, sizeof host, cudaMemcpyHostToDevice);
    for (int which = 0; which < 8; ++which) {
        if (which == 0) handed<<<n / 64, 64>>>(out, in);
        if (which == 1) perhaps<<<n / 64, 64>>>(out, in);
        if (which == 2) counted<<<n / 64, 64>>>(out, in);
        if (which == 3) indexed<<<n / 64, 64>>>(out, in);
        if (which == 4) captured<<<n / 64, 64>>>(out, in, n);
        if (which == 5) at_once<3><<<n / 64, 64>>>(out, in);
        if (which == 6) counting<<<n / 64, 64>>>(out, in);
        if (which == 7) statements<<<n / 64, 64>>>(out, in, n);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        unsigned sum = 0;
        for (int v : host) sum = sum * 31 + v;
        printf("%d: %u %d %d\n", which, sum, host[5], host[700]);
    }
    return 0;
}
