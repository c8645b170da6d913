// Groups of all threads of a block, which do no more than synchronise it.
// schedule: block(x=2)
// schedule: thread(x=2)
// schedule: serial(x=2)
// schedule: persistent(2)
// schedule: pack(x=2)
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__device__ int total(const cg::thread_block& group, int* kept)
{
    for (int half = 32; half > 0; half /= 2) {
        cg::sync(group);
        if (threadIdx.x < half) kept[threadIdx.x] += kept[threadIdx.x + half];
    }
    group.sync();
    return kept[0];
}

__global__ void turned(int* a)
{
    cg::thread_block cta = cg::this_thread_block();
    __shared__ alignas(int) int kept[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    kept[threadIdx.x] = a[i];
    cg::sync(cta);
    a[i] = kept[63 - threadIdx.x] * 2;
    cta.sync();
    kept[threadIdx.x] = a[i];
    cg::this_thread_block().sync();
    a[i] += kept[(threadIdx.x + 1) % 64];
}

template <typename T>
__global__ void summed(const T* a, T* sums)
{
    __shared__ alignas(16) T kept[64];
    auto cta = cg::this_thread_block();
    kept[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];
    T sum = total(cta, kept);
    if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

int main()
{
    const int n = 640;
    int *a, *sums, host[n];
    for (int i = 0; i < n; ++i) host[i] = i * 7 % 101;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&sums, 10 * sizeof(int));
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    turned<<<10, 64>>>(a);
    summed<<<10, 64>>>(a, sums);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 13) printf("%d ", host[i]);
    cudaMemcpy(host, sums, 10 * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < 10; ++i) printf("%d ", host[i]);
    printf("\n");
    return 0;
}
