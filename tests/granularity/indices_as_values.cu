// Indices as whole values: copied, handed over, bound to references, kept in structs.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: thread(y=2) block(x=3)
// schedule: pack(x=2)
#include <cstdio>
#include <cuda_runtime.h>

struct At {
    uint3 thread, block;
    dim3 of;
};

__device__ int weighed(uint3 t, const uint3 &b, dim3 of) { return t.x + 10 * t.y + 100 * b.x + of.x; }

__global__ void copied(int *out)
{
    __shared__ int s[64];
    const uint3 b = blockIdx;
    uint3 t;
    t = threadIdx;
    const dim3 of = blockDim;
    const int at = t.y * of.x + t.x;
    s[at] = b.x * 64 + at;
    __syncthreads();
    out[b.x * 64 + at] = s[63 - at] + b.x + of.y;
}

__global__ void handed(int *out)
{
    const int at = threadIdx.y * blockDim.x + threadIdx.x;
    int sum = weighed(threadIdx, blockIdx, blockDim);
    __syncthreads();
    out[blockIdx.x * 64 + at] = sum;
}

__global__ void kept(int *out)
{
    At here = {threadIdx, blockIdx, blockDim};
    At *p = &here;
    const unsigned &x = threadIdx.x;
    __syncthreads();
    uint3 both[2] = {threadIdx, blockIdx};
    out[p->block.x * 64 + p->thread.y * p->of.x + x] = both[0].x + 3 * both[1].x + here.of.y;
}

int main()
{
    static int host[6 * 64];
    int *out;
    cudaMalloc(&out, sizeof host);
    for (int k = 0; k < 3; k++) {
        cudaMemset(out, 0, sizeof host);
        if (k == 0) copied<<<6, dim3(16, 4)>>>(out);
        if (k == 1) handed<<<6, dim3(16, 4)>>>(out);
        if (k == 2) kept<<<6, dim3(16, 4)>>>(out);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 6 * 64; i++) printf("%d%c", host[i], i % 16 == 15 ? '\n' : ' ');
    }
}
