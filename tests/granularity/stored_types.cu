// schedule: thread(x=2)
// schedule: block(x=3)
// schedule: thread(x=4, consecutive) block(x=2)
// What a store takes apart keeps the type of its target: pointers to constants. So does what is read in
// front of a call with a barrier.
#include <cstdio>
#include <cuda_runtime.h>

static int host[448];

void show(const char* name, const int* out)
{
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (int v : host) sum = sum * 31 + v;
    printf("%s %u %d %d %d\n", name, sum, host[0], host[33], host[447]);
}

__global__ void to_constants(int* out, const int* in)
{
    __shared__ const int* rows[64];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    rows[t] = in + i;
    rows[t] -= in[i] & 3;
    __syncthreads();
    const int* other = rows[63 - t];
    __syncthreads();
    rows[t] = other + in[i] % 2;
    out[i] = *rows[t];
}

__global__ void to_pointers(int* out, const int* in, const int* const* starts)
{
    __shared__ const int* const* held[64];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    held[t] = starts + in[i] % 2;
    __syncthreads();
    const int* const* other = held[63 - t];
    __syncthreads();
    held[t] = other + (held[t] - starts) * 2;
    out[i] = (*held[t])[i];
}

__device__ int ends(int v, int* kept)
{
    kept[threadIdx.x] = v;
    __syncthreads();
    int sum = kept[0] + kept[63];
    __syncthreads();
    return sum;
}

__global__ void read_in_front(int* out, int* in)
{
    __shared__ int kept[64];
    __shared__ int* rows[64];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    rows[t] = in + t;
    int* found = rows[t] + ends(in[i] & 3, kept);
    out[i] = *found;
}

int main()
{
    int *in, *out;
    const int** starts;
    for (int i = 0; i < 448; i++) host[i] = (i * 37 + 11) % 101;
    cudaMalloc(&in, sizeof host + 16);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&starts, 4 * sizeof(int*));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(in + 448, 0, 16);
    const int* given[4] = {in, in + 1, in + 2, in + 3};
    cudaMemcpy(starts, given, sizeof given, cudaMemcpyHostToDevice);
    to_constants<<<7, 64>>>(out, in);
    show("to_constants", out);
    read_in_front<<<7, 64>>>(out, in);
    show("read_in_front", out);
    to_pointers<<<7, 64>>>(out, in, starts);
    show("to_pointers", out);
}
