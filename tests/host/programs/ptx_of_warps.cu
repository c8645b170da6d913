// PTX of warps: registers of lanes, votes, shuffles and matches, against what they are known to give.
// want: right
#include <cstdio>
__device__ unsigned lane()
{
    unsigned r;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(r));
    return r;
}
__global__ void warps(unsigned* out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, below, active, next, odd, alike, thread;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    asm volatile("activemask.b32 %0;" : "=r"(active));
    asm volatile("shfl.sync.down.b32 %0, %1, 1, 0x1f, 0xffffffff;" : "=r"(next) : "r"(i));
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                 : "=r"(odd)
                 : "r"(i & 1));
    asm volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(alike) : "r"(i & 3));
    asm volatile("mov.u32 %0, %%tid.x;" : "=r"(thread));
    asm volatile("bar.warp.sync 0xffffffff;");
    asm volatile("bar.sync 0;");
    out[i] = next * 3 + __popc(below) + active + odd + alike + thread + lane();
}
int main()
{
    unsigned *d, h[256], wrong = 0;
    cudaMalloc(&d, sizeof h);
    warps<<<4, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < 256; ++i) {
        unsigned lane = i % 32, next = lane == 31 ? i : i + 1;
        wrong += h[i] != next * 3 + lane + 0xffffffffu + 0xaaaaaaaau + (0x11111111u << (lane & 3)) + i % 64 + lane;
    }
    printf("%s\n", wrong ? "wrong" : "right");
    return wrong != 0;
}
