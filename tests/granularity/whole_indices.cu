// Built-in indices as wholes: copied, bound, passed on and given back.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: lanes(y, x)
#include <cstdio>
#include <cuda_runtime.h>

__device__ int flat_of(uint3 thread, uint3 block) { return thread.x + thread.y * 3 + block.x * 5 + block.y; }
__device__ int first_of(const uint3& thread) { return thread.x * 7 + thread.y; }
__device__ uint3 block_here() { return blockIdx; }
template <class Extent> __device__ int area_of(Extent extent) { return extent.x * extent.y; }
struct Where {
    dim3 grid;
    uint3 thread;
};

__global__ void whole(int* out, int w)
{
    const uint3 me = threadIdx;
    dim3 block = blockIdx;
    const auto& bound = threadIdx;
    block.x += bound.y;
    int a = me.x + me.y * 3 + block.x * 5, b = flat_of(threadIdx, blockIdx), c = first_of(threadIdx);
    uint3 d = block_here();
    uint3 e;
    e = threadIdx;
    auto grid = gridDim;
    const auto extent = blockDim;
    auto thread = threadIdx, again{threadIdx};
    auto& bound_block = blockIdx;
    Where where{gridDim, threadIdx};
    a += grid.x + extent.y * 3 + thread.x + again.y * 5 + bound_block.y + area_of(grid) + area_of(blockDim);
    __syncthreads();
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    out[y * w + x] = a + b * 100 + c * 10000 + (int)(d.x + e.x * 3 + e.y + where.grid.y + where.thread.y * 7 + thread.y + grid.y);
}

int main()
{
    const int w = 64, h = 16;
    int *out, host[w * h];
    cudaMalloc(&out, sizeof host);
    whole<<<dim3(4, 2), dim3(16, 8)>>>(out, w);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (int v : host) sum = sum * 31 + v;
    printf("%u %d %d\n", sum, host[5], host[700]);
    return 0;
}
