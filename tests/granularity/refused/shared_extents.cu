// Shared memory whose declaration cannot stand in front of the kernel's other text.
// refused: sized | block(x=2) | 17 | this declaration uses 'v', which is no constant
// refused: twice_named | thread(x=2) | 30 | this declaration uses 'n', which is no constant
// refused: named_later | block(x=2) | 38 | this declaration uses 'many', which is no constant
// refused: of_another | block(x=2) | 48 | the size of this shared array comes from another's
// refused: of_itself | pack(x=2) | 57 | the size of this shared array comes from another's
// refused: of_odd_blocks | block(x=2) | 68 | control flow that blocks do not share
// refused: of_a_range | block(x=2) | 80 | control flow that blocks do not share
// refused: of_odd_rows | block(x=2) | 88 | copies of 's' would not have the alignment that it asks for
#include <cuda_runtime.h>

constexpr int many = 64;

__global__ void sized(int* out)
{
    float v = out[threadIdx.x];
    __shared__ char s[64 * sizeof(v)];
    s[threadIdx.x] = (char)v;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void twice_named(int* out)
{
    {
        const int n = 4;
        out[threadIdx.x] = n;
    }
    const int n = 64;
    __shared__ int s[n];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] += s[63 - threadIdx.x];
}

__global__ void named_later(int* out)
{
    __shared__ int s[many];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    const int many = 3;
    out[threadIdx.x] += s[63 - threadIdx.x] + many;
}

__global__ void of_another(int* out)
{
    __shared__ int a[64];
    __shared__ int b[sizeof(a) / sizeof(int)];
    a[threadIdx.x] = out[blockIdx.x * 64 + threadIdx.x];
    b[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = a[63 - threadIdx.x] + b[threadIdx.x ^ 1];
}

__global__ void of_itself(int* out)
{
    __shared__ int a[64], b[sizeof(a) / sizeof(int)];
    a[threadIdx.x] = out[threadIdx.x];
    b[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = a[63 - threadIdx.x] + b[threadIdx.x ^ 1];
}

__global__ void of_odd_blocks(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (blockIdx.x & 1) {
        __shared__ int s[64];
        s[threadIdx.x] = i;
        __syncwarp();
        out[i] = s[threadIdx.x ^ 1];
    }
    out[i] += 1;
}

__global__ void of_a_range(int* out)
{
    int three[3] = {1, 2, (int)threadIdx.x};
    for (int v : three) {
        __shared__ int s[64];
        s[threadIdx.x] = v;
        out[threadIdx.x] += s[threadIdx.x];
    }
}

__global__ void of_odd_rows(int* out)
{
    __shared__ __align__(16) char s[68];
    s[threadIdx.x] = threadIdx.x + blockIdx.x;
    __syncthreads();
    out[threadIdx.x] += ((int4*)s)[threadIdx.x & 3].y;
}
