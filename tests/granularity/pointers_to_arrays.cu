// Pointers and references to arrays: what they reach is memory, whoever names it, and each instance has its own.
// schedule: thread(x=2)
// schedule: block(x=3)
// schedule: thread(x=2) block(x=3, strided)
// schedule: pack(x=2)
#include <cstdio>

typedef int Row[64];

__global__ void through(int* out, const int* in)
{
    const int (*from)[64] = (const int (*)[64])in;
    int (*to)[64] = reinterpret_cast<int (*)[64]>(out);
    to[min(blockIdx.x, gridDim.x - 1)][threadIdx.x] = from[blockIdx.x % 5][threadIdx.x ^ 1] + blockIdx.x;
}

__global__ void bound(Row* out, const int (*in)[64])
{
    const int(&from)[64] = in[blockIdx.x];
    auto to = out + blockIdx.x;
    __syncthreads();
    (*to)[threadIdx.x] += from[threadIdx.x ^ 3];
    __syncthreads();
    auto& row = *to;
    __syncthreads();
    row[threadIdx.x] += 5;
    int&& going = static_cast<int&&>(row[threadIdx.x]);
    __syncthreads();
    going += blockIdx.x;
}

__global__ void shared(int* out, const int* in)
{
    __shared__ int tile[4][16];
    int own[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int (*rows)[16] = tile;
    int (*mine)[3] = own;
    rows[threadIdx.x / 16][threadIdx.x % 16] = in[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    mine[threadIdx.x & 1][2] = rows[threadIdx.x & 3][threadIdx.x / 4];
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] += own[0][2] * 3 + own[1][2] + (*(mine + 1))[0];
}

int main()
{
    const int n = 5 * 64;
    int *out, *in, host[n];
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&in, sizeof host);
    for (int i = 0; i < n; ++i) host[i] = i * 7 % 101;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    through<<<5, 64>>>(out, in);
    bound<<<5, 64>>>((Row*)out, (const int (*)[64])in);
    shared<<<5, 64>>>(out, in);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 7) printf("%d ", host[i]);
    printf("\n");
    return 0;
}
