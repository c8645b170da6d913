// Parameter lists that macros spell: whole, in part, one by one, of other macros.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: bounds(64)
#include <cstdio>
#include <cuda_runtime.h>

#define ARRAYS int *out, const int *in
#define SIZED ARRAYS, int n
#define POINTER(T, name) T* __restrict__ name
#define LIST(T) POINTER(T, out), POINTER(const T, in)
#define AT (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void whole(ARRAYS);
__global__ void whole(ARRAYS)
{
    out[AT] = in[AT] * 2 + threadIdx.x;
}

__global__ void in_part(ARRAYS, int by)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = in[AT] * by;
    __syncthreads();
    out[AT] += tile[63 - threadIdx.x];
}

__global__ void of_others(SIZED)
{
    int i = AT;
    if (i >= n) return;
    out[i] ^= in[i];
    n += i;
    out[i] += n;
}

__global__ void one_by_one(POINTER(int, out), POINTER(const int, in), int n)
{
    int i = AT;
    if (i < n) out[i] += in[i] / 3;
}

template <class T>
__global__ void of_type(LIST(T))
{
    T v = in[AT];
    __syncthreads();
    out[AT] -= v % 5 + blockIdx.x;
}

int main()
{
    const int n = 512;
    int *in, *out, host[n];
    for (int k = 0; k < n; ++k) host[k] = k * 37 % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    whole<<<8, 64>>>(out, in);
    in_part<<<8, 64>>>(out, in, 3);
    of_others<<<8, 64>>>(out, in, 500);
    one_by_one<<<8, 64>>>(out, in, 450);
    of_type<<<8, 64>>>(out, in);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (int v : host) sum = sum * 31 + v;
    printf("%u %d %d\n", sum, host[5], host[400]);
}
