// Types that are asked for by the names of what instances have of their own: decltype(x) is no reference.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: block(x=3) share()
// schedule: thread(x=2) serial(x=2)
// schedule: pack(x=2)
// schedule: weighing: thread(x=2)
#include <cstdio>
#include <cuda_runtime.h>
#include <type_traits>

#define SWAPPED(a, b)           \
    do {                        \
        decltype(a) kept_ = a;  \
        a = b;                  \
        b = kept_;              \
    } while (0)
#define COPY_OF(v) decltype(v)
#define OTHER_COPY(v) COPY_OF(v)

template <class T> __device__ int told() { return std::is_reference<T>::value + 10 * std::is_const<T>::value; }

__global__ void copied(int* out, const int* in, int n)
{
    int x = in[blockIdx.x * blockDim.x + threadIdx.x] + threadIdx.x;
    const int c = x * 3;
    __syncthreads();
    decltype(x) y = x, z = 4;
    decltype(auto) w = x;
    OTHER_COPY(x) v = x;
    y += 5;
    w += 7;
    v *= 2;
    x -= 1;
    z += told<decltype(x)>() + 100 * told<decltype((x))>() + 10000 * told<decltype(c)>();
    out[blockIdx.x * blockDim.x + threadIdx.x] = x * 3 + y * 5 + z + w * 11 + v + c;
}

__global__ void swapped(int* out, const int* in, int n)
{
    int x = in[blockIdx.x * blockDim.x + threadIdx.x], y = threadIdx.x;
    int last[3] = {x, y, n};
    __syncthreads();
    SWAPPED(x, y);
    SWAPPED(last[0], last[1]);
    decltype(last) again = {1, 2, 3};
    again[1] += last[1];
    auto f = [&](float k) { return (decltype(x))k + x; };
    out[blockIdx.x * blockDim.x + threadIdx.x] = x * 2 + y * 3 + last[0] * 5 + last[1] * 7 + again[1] + f(2.75f);
}

__global__ void tiled(int* out, const int* in, int n)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    decltype(tile) own = {};
    own[threadIdx.x % 64] = tile[63 - threadIdx.x];
    own[0] += told<decltype(tile)>();
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = own[threadIdx.x % 64] + own[0] + tile[threadIdx.x];
}

struct Weight { int v, w; };
__device__ int weigh(const Weight& one);

__global__ void weighing(int* out, const int* in, int n)
{
    Weight own = {in[blockIdx.x * blockDim.x + threadIdx.x], (int)threadIdx.x};
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = weigh(own);
}

__device__ int weigh(const Weight& one) { return one.v * 3 + one.w; }  // no other one: the kernel calls it, too

int main()
{
    const int n = 448;
    int host[n], *in, *out;
    for (int i = 0; i < n; ++i) host[i] = i * 37 % 101;
    cudaMalloc(&in, sizeof(host));
    cudaMalloc(&out, sizeof(host));
    cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
    for (int kernel = 0; kernel < 4; ++kernel) {
        if (kernel == 0) copied<<<n / 64, 64>>>(out, in, n);
        if (kernel == 1) swapped<<<n / 64, 64>>>(out, in, n);
        if (kernel == 2) tiled<<<n / 64, 64>>>(out, in, n);
        if (kernel == 3) weighing<<<n / 64, 64>>>(out, in, n);
        cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i += 5) printf("%d\n", host[i]);
        cudaMemcpy(host, in, sizeof(host), cudaMemcpyDeviceToHost);
    }
}
