// What asks for `__CUDA_ARCH__` is coarsened as the device compiles it: its branches, and not the host's.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: pack(x=2) lanes(x)
#include <cstdio>
#include <cuda_runtime.h>

__host__ __device__ int side(int x)
{
#ifdef __CUDA_ARCH__
    return x + (int)threadIdx.x;
#else
    return -x;
#endif
}

__global__ void branches(int* out, const int* in, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = 0;
#ifdef __CUDA_ARCH__
    x = in[i] + 1;
#else
    x = 7;
#endif
    for (int k = 0; k < 2; k++) {
#if __CUDA_ARCH__ >= 350
        x += __ldg(in + (i + k) % n);
#elif defined(__CUDA_ARCH__)
        x += in[(i + k) % n];
#else
        x -= k;
#endif
    }
#ifndef __CUDA_ARCH__
    x = 0;
#endif
    out[i] = x + side(i);
}

#if __CUDA_ARCH__ >= 200
__device__ int devices_own(int x) { return x * 5 + (int)blockIdx.x; }
#endif

__global__ void devices_alone(int* out, int n)
{
#if __CUDA_ARCH__ >= 200
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = devices_own(out[i]);
#endif
}

int main()
{
    const int n = 300;
    static int host[n];
    int *in, *out;
    for (int i = 0; i < n; i++) host[i] = i * 37 % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    branches<<<5, 64>>>(out, in, n);
    devices_alone<<<5, 64>>>(out, n);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) printf("%d%c", host[i], i % 10 == 9 ? '\n' : ' ');
    printf("%d\n", side(3));
}
