// Blocks that run together from the grid's end: the first physical block holds fewer, whose indices lie before the grid.
// schedule: block(x=2, from_end)
// schedule: block(x=4, y=3, from_end)
// schedule: block(x=3, from_end) pack(x=2)
// schedule: block(y=2, from_end) serial(x=2)
// schedule: block(x=2, y=2, from_end) persistent(1)
// schedule: widths: thread(x=2) block(x=2, from_end) split(x=2)
// schedule: update: block(x=8, from_end) bounds(64)
#include <cstdio>
#include <cuda_runtime.h>

// Each step of a factorisation updates what is left of the matrix: its grids shrink.
__global__ void update(float* m, int n, int step)
{
    __shared__ float row[8], column[8];
    int x = step + 8 * blockIdx.x + threadIdx.x, y = step + 8 * blockIdx.y + threadIdx.y;
    if (threadIdx.y == 0) row[threadIdx.x] = m[(step - 1) * n + x];
    if (threadIdx.x == 0) column[threadIdx.y] = m[y * n + step - 1];
    __syncthreads();
    m[y * n + x] -= row[threadIdx.x] * column[threadIdx.y] / 64;
}
// An index before the grid is as large as one can be: nothing may be divided by what follows it, looped to it or read
// there.
__global__ void widths(const int* in, long* out, int n)
{
    size_t i = (size_t)blockIdx.x * 32 + threadIdx.x;
    long j = (long)blockIdx.y * n;
    int q = 1000 / (int)(blockIdx.x + 1) + 77 % (int)(blockIdx.y + 1);
    for (unsigned k = 0; k < blockIdx.x; ++k) q += k & 3;
    int own[4] = {1, 2, 3, 4};
    own[blockIdx.x % 4] += q;
    if (blockIdx.x == gridDim.x - 1) q = -q;
    if (blockIdx.x + 1 > gridDim.x) return;
    out[j + i] += in[i] * (q + own[blockIdx.x % 4]);
}
// What all instances have in common is done once, by the first one: the grid has its block.
__global__ void once(int* out, int* most, int p)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = p % 12;
    __syncthreads();
    const int first = tile[0];
    atomicMax(most, p);
    __syncthreads();
    int* same = tile;
    same[threadIdx.x] = first <= p ? first + 3 : 20;
    __syncthreads();
    const int last = same[blockDim.x - 1 - threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = first * 100 + last;
}

int main()
{
    const int side = 72, n = 32 * 9;
    static float m[side * side];
    static int in[n];
    static long out[n * 7];
    for (int i = 0; i < side * side; ++i) m[i] = (i * 37 % 101) / 64.f;
    for (int i = 0; i < n; ++i) in[i] = i * 7 % 13;
    float* dm;
    int* din;
    long* dout;
    cudaMalloc(&dm, sizeof m);
    cudaMalloc(&din, sizeof in);
    cudaMalloc(&dout, sizeof out);
    cudaMemcpy(dm, m, sizeof m, cudaMemcpyHostToDevice);
    cudaMemcpy(din, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(dout, 0, sizeof out);
    for (int left = 8; left > 0; --left) update<<<dim3(left, left), dim3(8, 8)>>>(dm, side, side - 8 * left);
    for (int w = 1; w <= 9; w += 2)
        for (int h = 1; h <= 7; h += 3) widths<<<dim3(w, h), 32>>>(din, dout, n);
    cudaMemcpy(m, dm, sizeof m, cudaMemcpyDeviceToHost);
    cudaMemcpy(out, dout, sizeof out, cudaMemcpyDeviceToHost);
    static int few[129];
    int* dfew;
    cudaMalloc(&dfew, sizeof few);
    cudaMemset(dfew, 0, sizeof few);
    once<<<2, 64>>>(dfew, dfew + 128, 47);
    cudaMemcpy(few, dfew, sizeof few, cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < side * side; ++i) sum += m[i] * (i % 17);
    unsigned long long all = 0;
    for (int i = 0; i < n * 7; ++i) all = all * 31 + out[i];
    for (int i = 0; i < 129; ++i) all = all * 31 + few[i];
    printf("%.9g %llu\n", sum, all);
}
