// Lambdas that outlive a barrier, and copy what changes behind them.
// refused: assigned | thread(x=2) | 17 | its type has no name
// refused: by_reference | thread(x=2) | 27 | its type has no name
// refused: by_address | block(x=2) | 37 | its type has no name
// refused: counting | thread(x=2) | 46 | its type has no name
// refused: initialised | thread(x=2) | 54 | its type has no name
// refused: in_lambda | thread(x=2) | 63 | its type has no name
// refused: of_array | pack(x=2) | 73 | a lambda would have a copy of this shared array
// refused: of_array | block(x=2) | 73 | a lambda would have a copy of this shared array
// refused: without_captures | block(x=2) | 81 | a lambda would have a copy of this shared array
#include <cuda_runtime.h>
__device__ void step(int& v) { ++v; }

__global__ void assigned(int* out, int n)
{
    int a = threadIdx.x;
    auto f = [=](int i) { return a + i; };
    a = f(1) * 2;
    __syncthreads();
    out[threadIdx.x] = f(2) + a;
}

__global__ void by_reference(int* out, int n)
{
    int a = threadIdx.x;
    int& r = a;
    auto f = [r](int i) { return r + i; };
    ++a;
    __syncthreads();
    out[threadIdx.x] = f(2) + a;
}

__global__ void by_address(int* out, int n)
{
    int a = blockIdx.x;
    int* p = &a;
    auto f = [a, n](int i) { return a + i * n; };
    *p += 3;
    __syncthreads();
    out[blockIdx.x] = f(2) + a;
}

__global__ void counting(int* out, int n)
{
    int a = threadIdx.x;
    auto f = [a](int i) mutable { a += i; return a; };
    f(1);
    __syncthreads();
    out[threadIdx.x] = f(2) + a;
}

__global__ void initialised(int* out, int n)
{
    auto f = [a = threadIdx.x + out[0]](int i) { return (int)a + i; };
    out[threadIdx.x] = f(1);
    __syncthreads();
    out[threadIdx.x] = f(2);
}

__global__ void in_lambda(int* out, int n)
{
    int a = threadIdx.x;
    auto f = [=](int i) { return a + i; };
    auto g = [&] { step(a); };
    g();
    __syncthreads();
    out[threadIdx.x] = f(2) + a;
}

__global__ void of_array(int* out, int n)
{
    __shared__ int s[64];
    auto f = [=](int i) { return s[i]; };
    s[threadIdx.x] = n + blockIdx.x;
    out[blockIdx.x * 64 + threadIdx.x] = f(threadIdx.x);
}

__global__ void without_captures(int* out, int n)
{
    __shared__ int s[64];
    auto f = [](int i) { return s[i]; };
    s[threadIdx.x] = n + blockIdx.x;
    out[blockIdx.x * 64 + threadIdx.x] = f(threadIdx.x);
}
