// Default arguments of templates that one declaration alone gives, before and at the definition.
// schedule: thread(x=2)
// schedule: block(x=2)
#include <cstdio>
#include <cuda_runtime.h>

template <class T, int K = (3 > 2 ? 2 : 5)> __global__ void early(T* out, T v);
template <class T> __global__ void late(T* out, int n);
template <typename U, int N> __global__ void renamed(U* out);

template <class T> void run(T* out, T v)
{
    early<T><<<4, 64>>>(out, v);
    early<T, 7><<<2, 64>>>(out, v);
}

template <class T, int K> __global__ void early(T* out, T v)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] += v * K;
}

template <class T = int> __global__ void late(T* out, int n)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] += n;
}

template <class T, int K> __global__ void renamed(T* out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] ^= K;
}

int main()
{
    int* a;
    cudaMallocManaged(&a, 256 * sizeof(int));
    for (int i = 0; i < 256; ++i) a[i] = i * 37 % 101;
    run<int>(a, 3);
    late<><<<4, 64>>>(a, 5);
    renamed<int, 9><<<4, 64>>>(a);
    cudaDeviceSynchronize();
    for (int i = 0; i < 256; ++i) printf("%d ", a[i]);
    printf("\n");
}
