// Lanes that count on running in step, which instances do not.
// refused: guarded | thread(x=2) | 18 | lanes of a warp exchange values here with no barrier between
// refused: guarded | block(x=2) | 18 | lanes of a warp exchange values here with no barrier between
// refused: called | pack(x=2) | 25 | lanes of a warp exchange values here with no barrier between
// refused: moved | thread(x=4) | 45 | lanes of a warp exchange values here with no barrier between
// refused: of_macro | serial(x=2) | 55 | lanes of a warp exchange values here with no barrier between
// refused: of_macro | bounds(128) | 55 | lanes of a warp exchange values here with no barrier between
// refused: flagged | thread(x=2, consecutive) | 62 | this exchange between lanes needs whole warps
#include <cuda_runtime.h>

#define STEP(n) s[t] += s[t + n]

__global__ void guarded(int* out)
{
    __shared__ volatile int s[128];
    int t = threadIdx.x;
    s[t] = out[t];
    if (t < 32) { s[t] += s[t + 16]; s[t] += s[t + 8]; }
    out[t] = s[t];
}

__device__ void reduce(volatile int* s, int t)
{
    s[t] += s[t + 16];
    s[t] += s[t + 8];
}

__global__ void called(int* out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    if (t < 32) reduce(s, t);
    out[t] = s[t];
}

__global__ void moved(int* out)
{
    __shared__ int s[128];
    int t = threadIdx.x;
    volatile int* p = s;
    p += 16;
    p[t] = out[t];
    p[t] = p[t] + p[t - 1];
    out[t] = p[t];
}

__global__ void of_macro(int* out)
{
    __shared__ volatile int s[128];
    int t = threadIdx.x;
    s[t] = out[t];
    __syncthreads();
    if (t < 32) { STEP(16); STEP(8); }
    out[t] = s[t];
}

__global__ void flagged(int* out, volatile int* seen)
{
    int t = threadIdx.x;
    out[t] = seen[t + 1];
}

int main()
{
    int* out;
    cudaMalloc(&out, 1024);
    guarded<<<1, 64>>>(out);
    called<<<1, 64>>>(out);
    moved<<<1, 32>>>(out);
    of_macro<<<1, 64>>>(out);
    flagged<<<1, 64>>>(out, out);
}
