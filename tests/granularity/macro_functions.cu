// Device functions that macros spell: what they do counts, and they are not rewritten.
// schedule: moved: block(x=2)
// schedule: moved: thread(x=4)
// schedule: moved: serial(x=2)
#include <cstdio>

#define SETTER(type) \
    __device__ void type##_set(type* to, int at, type value) { to[at] = value; }
SETTER(int)
#define LOADER(name) __device__ int name(const int* from, int at) { return from[at]; }
LOADER(loaded)
#define DECLARE_KERNEL_HEAD(name) __global__ void name(int* a, const int* b, int n)

DECLARE_KERNEL_HEAD(shifted)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) int_set(a, i, loaded(b, i) + i);
}

__global__ void moved(int* a, int n)
{
    __shared__ int kept[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int_set(kept, threadIdx.x, loaded(a, i));
    __syncthreads();
    int_set(a, i, loaded(kept, 63 - threadIdx.x));
}

int main()
{
    const int n = 640;
    int *a, *b, host[n];
    for (int i = 0; i < n; ++i) host[i] = i * 7 % 101;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
    shifted<<<10, 64>>>(a, b, n);
    moved<<<10, 64>>>(a, n);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 13) printf("%d ", host[i]);
    printf("\n");
    return 0;
}
