// Pointers and references into shared memory whose contents agree from block to block: each block has its own.
// schedule: block(x=2)
// schedule: thread(x=2) block(x=2)
// schedule: thread(x=2) block(x=2, y=2)
// schedule: pack(x=2) thread(x=2)
#include <cstdio>

__global__ void sums(int* out, int turns)
{
    extern __shared__ int whole[];
    __shared__ int fixed[64];
    int t = threadIdx.x, block = blockIdx.y * gridDim.x + blockIdx.x;
    int* part = reinterpret_cast<int*>(&whole[64]);
    int& first = fixed[t];
    int* const second = &fixed[0];
    part[t] = turns + t;
    first = t;
    __syncthreads();
    for (int o = 32; o > 0; o /= 2) {
        if (t < o) part[t] += part[t + o];
        __syncthreads();
    }
    for (int k = 0; k < turns; ++k) first += part[0] + k;
    if (t % 3 == 0) second[t] *= 2;
    __syncthreads();
    out[block * 64 + t] = part[0] + fixed[63 - t] + block;
}

int main()
{
    const int n = 5 * 3 * 64;
    int *out, host[n];
    cudaMalloc(&out, sizeof host);
    sums<<<dim3(5, 3), 64, 512>>>(out, 3);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 17) printf("%d ", host[i]);
    printf("\n");
    return 0;
}
