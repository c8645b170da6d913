// Call operators that use indices, by the spellings of their calls.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: bounds(64)
#include <cstdio>
#include <cuda_runtime.h>

struct Placed {
    int k;
    __device__ int operator()(int v) const { return v * k + (int)threadIdx.x; }
    __device__ int twice(int v) const { return (*this)(v) + operator()(v); }
};
struct Counting {
    int n;
    __device__ int operator()(int by = 2) { n += by + (int)blockIdx.x; return n; }
    __device__ int operator()(float by) { return n - (int)by; }
};
struct Holding {
    Placed first, several[2];
    __device__ Placed get(int k) const { return several[k]; }
};
template <class T> struct Typed {
    T base;
    __device__ T operator()() const { return base + (T)(threadIdx.x & 3); }
};
struct Any {
    template <class U> __device__ U operator()(U v) const { return v + (U)blockIdx.x; }
};
struct Declared {
    __device__ int operator()(int a, int b) const;
};
struct Plain {
    __device__ int operator()(int v) const { return v ^ 5; }
};
__device__ inline int Declared::operator()(int a, int b) const { return a * 3 + b + (int)threadIdx.x; }
template <class F> __device__ int applied(F f, int v) { return f(v) + 1; }
#define CALL_OF(f, v) f(v)

__global__ void called(int* out, const int* in)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Placed a{3};
    Counting c{in[i] % 7};
    const Holding h{{2}, {{4}, {5}}};
    const Placed* p = &h.several[1];
    Typed<int> t{i};
    const Declared d;
    const Any any;
    int v = a(in[i]) + a . operator() (2) + Placed{5}(in[i]) + h.first(1) + h.several[1](2) + (*p)(3) + h.get(0)(4);
    __syncthreads();
    v += c() + c(3) + c(2.0f) + t() + t.operator()() + any(4) + any.operator()(5) + d(v, i) + a.twice(2) + p->operator()(7);
    out[i] = v + applied(Plain{}, v);
}

int main()
{
    const int n = 512;
    int *in, *out, host[n];
    for (int k = 0; k < n; ++k) host[k] = k * 37 % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    called<<<8, 64>>>(out, in);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (int v : host) sum = sum * 31 + v;
    printf("%u %d %d\n", sum, host[5], host[400]);
}
