// Inline PTX, in the original too: what it computes is compared with what C++ computes of the same.
// schedule: thread(x=2)
// schedule: block(x=2)
#include <cstdio>
#include <cstdint>
#define BFE(to, from, at, bits) asm("bfe.u32 %0, %1, %2, %3;" : "=r"(to) : "r"(from), "r"(at), "r"(bits))
__device__ __forceinline__ unsigned lane()
{
    unsigned r;
    asm volatile("mov.u32 %0, %%laneid;" : "=r"(r));
    return r;
}
__device__ unsigned field(unsigned x, unsigned at)
{
    unsigned r;
    BFE(r, x, at, 7);
    return r;
}
__device__ unsigned long long wide(unsigned a, unsigned b)
{
    unsigned lo, hi;
    asm("{ .reg .u64 t; mul.wide.u32 t, %2, %3; mov.b64 {%0, %1}, t; }" : "=r"(lo), "=r"(hi) : "r"(a), "r"(b));
    return ((unsigned long long)hi << 32) | lo;
}
__device__ unsigned carried(unsigned a, unsigned b)
{
    unsigned lo, hi;
    asm("add.cc.u32 %0, %2, %3;\n\taddc.u32 %1, 0, 0;" : "=r"(lo), "=r"(hi) : "r"(a), "r"(b));
    return lo ^ (hi << 31);
}
__device__ float rounded(float a, float b)
{
    float r;
    asm("add.rz.f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b));
    return r;
}
__device__ unsigned chosen(unsigned a, unsigned b)
{
    unsigned r;
    asm("{ .reg .pred p; setp.lt.u32 p, %1, %2; selp.u32 %0, %1, %2, p; }" : "=r"(r) : "r"(a), "r"(b));
    return r;
}
__device__ unsigned halves(unsigned short a)
{
    float f;
    asm("cvt.f32.f16 %0, %1;" : "=f"(f) : "h"(a));
    return __float_as_uint(f);
}
__device__ unsigned mixed(unsigned a, unsigned b, unsigned c)
{
    unsigned r, s;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(s) : "r"(a), "r"(b));
    return r + s;
}
__device__ unsigned bound(unsigned x)
{
    asm volatile("" : "+r"(x)::"memory");
    return x;
}
__global__ void alone(unsigned* out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, x = i * 2654435761u;
    unsigned r = field(x, i % 25) - ((x >> i % 25) & 127);
    r += (unsigned)(wide(x, i) >> 32) ^ (unsigned)(((unsigned long long)x * i) >> 32);
    r += carried(x, ~i) - ((x + ~i) ^ ((unsigned)(x + ~i < x) << 31));
    r += chosen(x, i) - min(x, i) + mixed(x, i, 77) - ((x ^ i ^ 77) + __byte_perm(x, i, 0x5410));
    r += halves(0x3c00) - __float_as_uint(1.0f) + bound(x) - x;
    r += __float_as_uint(rounded(1.0f, 1e-9f * i)) - __float_as_uint(__fadd_rz(1.0f, 1e-9f * i));
    out[i] = r * 1000 + i;
}
__global__ void in_memory(unsigned* out, unsigned* sums)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, v;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(v) : "l"(out + i) : "memory");
    asm volatile("st.global.u32 [%0], %1;" ::"l"(out + i), "r"(v + 1) : "memory");
    __syncthreads();
    asm volatile("red.global.add.u32 [%0], %1;" ::"l"(sums + i % 4), "r"(v) : "memory");
}
int main()
{
    unsigned *d, h[256], *sums, kept[4];
    cudaMalloc(&d, sizeof h);
    cudaMalloc(&sums, sizeof kept);
    cudaMemset(sums, 0, sizeof kept);
    alone<<<4, 64>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    unsigned wrong = 0;
    for (unsigned i = 0; i < 256; ++i)
        wrong += h[i] != i;
    in_memory<<<4, 64>>>(d, sums);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(kept, sums, sizeof kept, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < 256; ++i)
        wrong += h[i] != i + 1;
    printf("wrong %u, sums %u %u %u %u\n", wrong, kept[0], kept[1], kept[2], kept[3]);
}
