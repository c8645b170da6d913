// schedule: thread(x=2)
// schedule: block(x=3)
// schedule: block(x=2) share()
// schedule: pack(x=2)
// schedule: serial(x=2)
// A name that a declaration hides means something else behind it: declarations stay behind what names the other one,
// and strides in scopes that hide what they name are none.
#include <cstdio>
#include <cuda_runtime.h>

static int host[448];
constexpr int G = 11;
__device__ int by_two(int v) { return v + 2; }

void show(const char* name, const int* out)
{
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (int v : host) sum = sum * 31 + v;
    printf("%s %u %d %d %d\n", name, sum, host[0], host[33], host[447]);
}

__global__ void hides_parameter(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    {
        int r = in[i] + i * n;
        const int n = 3;
        __syncthreads();
        out[i] = r * 10 + n;
    }
}

__global__ void hides_constant(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = in[i] * G;
    const int G = 3;
    __syncthreads();
    out[i] = r * n + G;
}

__global__ void hides_function(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = by_two(in[i]);
    int by_two = n;
    __syncthreads();
    out[i] = r * 10 + by_two;
}

__global__ void hides_type(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    typedef float Number;
    Number half = in[i] * 0.5f;
    {
        Number r = half;
        typedef int Number;
        Number whole = half;
        __syncthreads();
        out[i] = int(r * 10) + whole * n;
    }
}

#define TWICE (n * 2)
__global__ void hides_in_macro(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    {
        int r = in[i] + TWICE;
        int n = 7;
        __syncthreads();
        out[i] = r * TWICE;
    }
}

__global__ void hides_in_one_declaration(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    {
        int sum = v, v = n;
        sum += v;
        __syncthreads();
        out[i] = sum * v;
    }
    __syncthreads();
    out[i] += v;
}

__global__ void hides_own(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = in[i];
    {
        int sum = v + n;
        int v = sum * i;
        __syncthreads();
        out[i] = sum + v;
    }
    __syncthreads();
    out[i] += v;
}

__global__ void hides_stride(int* out, const int* in, int n)
{
    int width = n, base = blockIdx.x * width;
    {
        int width = 3;
        int at = base + (int)threadIdx.x;
        out[at] = in[at] + width;
    }
}

template <int Count>
__global__ void hides_in_loop(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0, at = 5;
    for (int k = 0, at = i; k < Count; ++k, at += n) {
        int v = in[at % 448];
        __syncthreads();
        r += v * at;
    }
    out[i] = r + at;
}

int main()
{
    int *in, *out;
    for (int i = 0; i < 448; i++) host[i] = (i * 37 + 11) % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    hides_parameter<<<7, 64>>>(out, in, 31);
    show("hides_parameter", out);
    hides_constant<<<7, 64>>>(out, in, 10);
    show("hides_constant", out);
    hides_function<<<7, 64>>>(out, in, 3);
    show("hides_function", out);
    hides_type<<<7, 64>>>(out, in, 1000);
    show("hides_type", out);
    hides_in_macro<<<7, 64>>>(out, in, 31);
    show("hides_in_macro", out);
    hides_in_one_declaration<<<7, 64>>>(out, in, 9);
    show("hides_in_one_declaration", out);
    hides_own<<<7, 64>>>(out, in, 9);
    show("hides_own", out);
    hides_stride<<<7, 64>>>(out, in, 64);
    show("hides_stride", out);
    hides_in_loop<3><<<7, 64>>>(out, in, 17);
    show("hides_in_loop", out);
}
