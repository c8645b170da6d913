// Constants that outlive a barrier: calls choose by that they are constants.
// schedule: thread(x=2)
// schedule: block(x=2) share()
#include <cstdio>

__device__ int kind(int&) { return 1; }
__device__ int kind(const int&) { return 2; }
__device__ int way(int*) { return 3; }
__device__ int way(const int*) { return 4; }
template <class T> __device__ int taken(T& x) { return kind(x); }

struct Box {
    int v;
    __device__ int get() { return v; }
    __device__ int get() const { return v + 1000; }
};

__global__ void variables(int* out, const int* in)
{
    int i = blockIdx.x * 64 + threadIdx.x, x = in[i];
    const int y = in[i], k = i * 2, list[2] = {x, 3};
    const Box b{y};
    Box c{x};
    out[i] = kind(y) + kind(x) * 10;
    __syncthreads();
    auto& r = y;
    for (auto& e : list) out[i] += kind(e) * 3;
    out[i] += (kind(k) + kind(r) * 3 + taken(y) * 5 + way(list) * 7 + way(&y) * 11 + b.get() + c.get()) * 100 + in[k / 2];
}

__global__ void parameters(int* out, const int n, const Box b, int m)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] += kind(n) + kind(m) * 3 + b.get();
    __syncthreads();
    auto f = [&](const int& p) { return kind(n) + kind(p); };
    out[i] += kind(n) * 5 + b.get() * 7 + f(m);
}

__device__ int hold(const int*&) { return 1; }
__device__ int hold(const int* const&) { return 2; }

// What points to constants is none.
__global__ void pointers(int* out, const int* in)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    const int* rows[2] = {in + i, in};
    __syncthreads();
    rows[1] = in + i / 2;
    for (auto& row : rows) row = in + (row - in) / 3;
    for (auto& row : rows) out[i] += *row + hold(row) * 100;
}

int main()
{
    int *in, *out, host[256];
    for (int i = 0; i < 256; ++i) host[i] = i * 7 % 31;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    variables<<<4, 64>>>(out, in);
    parameters<<<4, 64>>>(out, 3, Box{4}, 5);
    pointers<<<4, 64>>>(out, in);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i += 7) printf("%d ", host[i]);
    printf("\n");
    return 0;
}
