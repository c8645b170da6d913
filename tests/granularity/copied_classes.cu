// Classes that are made and copied by their own functions, or by the compiler's, and by a template's argument.
// schedule: thread(x=2)
#include <cstdio>
#include <cuda_runtime.h>

struct Triple {
    float v[3];
    __device__ Triple() { v[0] = v[1] = v[2] = 1; }
    __device__ Triple(const Triple& o) { for (int k = 0; k < 3; ++k) v[k] = o.v[k]; }
    __device__ Triple& operator=(const Triple& o) { if (this != &o) for (int k = 0; k < 3; ++k) this->v[k] = o.v[k]; return *this; }
};
struct Ray { Triple from, to; };
struct Whole {
    int held;
    __device__ Whole(int x = 0) : held(x) {}
    __device__ operator int() const { return held; }
    __device__ Whole& operator=(int x) { held = x; return *this; }
};
template <class T> struct Held { T made; int n = 2; __device__ Held(int x) : made(x) {} __device__ int get(int x) const { T other(x); return other + made; } };
template <class T> __device__ int made_as(int x) { T made(x), same = made; return T(same) + static_cast<T>(x); }
template <class T> __device__ int held_as(int x, int n) { Held<T> held(x); return held.get(n) + held.n; }

__global__ void rays(int* out, const int* in)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    Ray a, b = a;
    a.from.v[1] = in[i];
    __syncthreads();
    if (in[i] & 1) b = a;
    b.to = a.from;
    __syncthreads();
    out[i] = (int)(a.from.v[1] + b.from.v[1] * 3 + b.to.v[2]);
}

template <class T> __global__ void made(int* out, const int* in, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    T own(n), differs(in[i]);
    own = n * 2;
    __syncthreads();
    out[i] = own + differs * 3 + held_as<T>(in[i], n) * 5 + made_as<T>(in[i] + n);
}

int main()
{
    const int n = 512;
    int *in, *out, host[n];
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    for (int i = 0; i < n; ++i) host[i] = i * 7919 % 101;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int which = 0; which < 3; ++which) {
        if (which == 0) rays<<<n / 64, 64>>>(out, in);
        if (which == 1) made<Whole><<<n / 64, 64>>>(out, in, 3);
        if (which == 2) made<int><<<n / 64, 64>>>(out, in, 4);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        unsigned sum = 0;
        for (int v : host) sum = sum * 31 + v;
        printf("%d: %u %d %d\n", which, sum, host[5], host[400]);
    }
    return 0;
}
