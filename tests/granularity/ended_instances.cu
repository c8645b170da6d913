// What computes for an instance that has ended, or that the grid does not have, needs what it would run under.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: block(x=4) thread(x=2)
#include <cstdio>

__device__ int halvings(int x)
{
    int count = 0;
    for (; x != 1; count++) x = x & 1 ? x + 1 : x >> 1;
    return count;
}
__device__ int sum_down(int x) { return x == 0 ? 0 : (x & 5) + sum_down(x - 1); }
__device__ int part(int whole, int x) { return whole / x; }

struct Wrap {
    int most;
    __device__ int operator()(int x) const
    {
        while (x >= most) x -= most;
        return x;
    }
    __device__ friend int operator%(int x, Wrap w) { return w(x); }
};
struct Bits {
    int count;
    __device__ explicit Bits(int x) : count(0)
    {
        for (; x != 0; x--) count += x & 1;
    }
};

__global__ void called(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    auto apart = [](int x) {
        int turns = 0;
        while (x != 0) x -= 1, turns += x & 2;
        return turns;
    };
    int steps = halvings(n - i) + sum_down(n - i);
    int share = part(5000, n - i);
    Wrap wrap = {n - i};
    int inside = wrap(i) + 3 * (i % wrap);
    Bits bits(n - i);
    int turns = apart(n - i);
    __builtin_assume(i < n);
    out[i] = in[i] + steps + share + inside * bits.count + turns;
}

__global__ void elements(int* out, const int* in, int n)
{
    int before = n, bins[5] = {1, 2, 3, 4, 5}, after = n + 1;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bins[blockIdx.x] += threadIdx.x;
    if (i >= n) return;
    bins[(n - i) >> 6] = i;
    bins[(i >= n) * 100000000] ^= 3;
    out[i] = in[i] + bins[0] + bins[1] * 3 + bins[4] * 5 + before - after;
}

__global__ void rows(int* out, const int* in, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y, i = y * n + x;
    if (x >= n || y >= 3) return;
    int steps = halvings(3 - y), sum = 0;
    for (int k = y; k != 3; k++) sum += in[x] * k;
    if (in[x] == 5) return;
    int v = in[x] * 3 + 1;
    v ^= v >> 3;
    v = v * 5 + steps;
    v ^= v >> 2;
    out[i] = v * 9 + sum;
}

__global__ void turns(int* out, const int* in, int n)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = threadIdx.y, v = 0;
    for (int k = 0; k < 3; k++) {
        if (x >= n - k || y >= 3) return;
        int steps = halvings(3 - y), first = in[(y >= 3) * 100000000 + k];
        v += steps * in[x] + first;
        __syncthreads();
        out[y * n + x] = v;
    }
}

int main()
{
    const int blocks = 5, size = blocks * 64, n = size - 17;
    static int host[3 * size];
    int *in, *out;
    for (int i = 0; i < size; i++) host[i] = (i * 37 + 11) % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int kernel = 0; kernel < 4; kernel++) {
        cudaMemset(out, 0, sizeof host);
        if (kernel == 0) called<<<blocks, 64>>>(out, in, n);
        if (kernel == 1) elements<<<blocks, 64>>>(out, in, n);
        if (kernel == 2) rows<<<blocks, dim3(64, 8)>>>(out, in, n);
        if (kernel == 3) turns<<<blocks, dim3(64, 8)>>>(out, in, n);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 3 * size; i += 23) printf("%d ", host[i]);
        printf("\n");
    }
    return 0;
}
