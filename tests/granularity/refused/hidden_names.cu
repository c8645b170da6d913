// Text that cannot stand elsewhere, as a declaration there hides what it names.
// refused: lambda_again | thread(x=2) | 13 | its type has no name
// refused: lambda_of_constant | block(x=2) | 27 | its type has no name
// refused: increment | thread(x=2) | 39 | the head of this loop
// refused: one_declaration | block(x=2) | 52 | 'v' is something else here
// refused: extent | thread(x=2) | 65 | in front of which 'LENGTH' means something else
// refused: type_of_auto | thread(x=2) | 81 | 'Held' is another type here
#include <cuda_runtime.h>
constexpr int STEP = 2;
__global__ void lambda_again(int* out, const int* in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = in[i];
    auto scaled = [&](int k) { return x * 10 + k; };
    __syncthreads();
    {
        const int x = 5;
        __syncthreads();
        int y = scaled(x);
        __syncthreads();
        out[i] = y + x;
    }
}
#define MORE (STEP * 2)
__global__ void lambda_of_constant(int* out, const int* in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    auto more = [&](int k) { return i + k * MORE; };
    __syncthreads();
    {
        int STEP = 3;
        __syncthreads();
        out[i] = more(STEP) + MORE;
    }
}
__global__ void increment(int* out, const int* in)
{
    __shared__ int s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0, by = 2;
    for (int k = 0, at = i; k < 4; ++k, at += by) {
        int by = 100 + k;
        s[threadIdx.x] = in[at % 64] + by;
        __syncthreads();
        r += s[63 - threadIdx.x];
        __syncthreads();
    }
    out[i] = r;
}
__global__ void one_declaration(int* out, const int* in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    {
        int w = v, v = i * w;
        __syncthreads();
        out[i] = w * v;
    }
    __syncthreads();
    out[i] += v;
}
constexpr int LENGTH = 16;
__global__ void extent(int* out, const int* in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = in[i] + LENGTH;
    {
        constexpr int LENGTH = 64;
        __shared__ int s[LENGTH];
        s[threadIdx.x] = r;
        __syncthreads();
        out[i] = s[LENGTH - 1 - threadIdx.x];
    }
}
struct Held { int v; };
__device__ Held held(int v) { return {v}; }
__global__ void type_of_auto(int* out, const int* in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    struct Held {
        int v;
        __device__ Held(::Held other) : v(other.v * 2) {}
        __device__ Held() : v(0) {}
    };
    auto kept = held(in[i]);
    __syncthreads();
    out[i] = kept.v;
}
