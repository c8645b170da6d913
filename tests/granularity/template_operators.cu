// Operators in templates, where overloads are in sight, so that the types decide what they are.
// schedule: block(x=2)
// schedule: thread(x=2)
// schedule: serial(x=2)
#include <cstdio>

struct Pair {
    int a, b;
};
__host__ __device__ Pair operator+(Pair p, Pair q) { return {p.a + q.a, p.b + q.b}; }
__host__ __device__ Pair operator*(Pair p, Pair q) { return {p.a * q.a, p.b * q.b}; }
__host__ __device__ Pair operator*(Pair p) { return p; }
__host__ __device__ Pair operator-(Pair p) { return {-p.a, -p.b}; }
__host__ __device__ Pair& operator+=(Pair& p, Pair q) { return p = p + q; }
__host__ __device__ Pair& operator++(Pair& p) { return ++p.a, p; }
__host__ __device__ bool operator<(Pair p, Pair q) { return p.a < q.a; }

// What `+=` of a class does is its own, whatever `+` does; `*` it has none.
struct Least {
    int v;
    __host__ __device__ Least& operator+=(const Least& o)
    {
        v = v < o.v ? v : o.v;
        return *this;
    }
    __host__ __device__ Least operator+(const Least& o) const { return {v + o.v}; }
    __host__ __device__ Least& operator*=(int by)
    {
        v = v * by - 1;
        return *this;
    }
};

template <typename T>
__global__ void gathered(T* out, const T* in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += in[i];
}

__global__ void scaled(Least* out, const Least* in, const int* by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += in[i / 2];
    out[i] *= by[i];
}

template <int N, typename T>
__device__ T twice(T value)
{
    return value * T{N};
}

template <int N, typename T>
__global__ void mixed(T* out, const T* in)
{
    __shared__ T kept[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = in[i];
    *(kept + threadIdx.x) = in[i];
    __syncthreads();
    sum += *(kept + 63 - threadIdx.x);
    T at = twice<N>(sum) + in[0];
    __syncthreads();
    kept[threadIdx.x] = at;
    __syncthreads();
    if (in[i] < kept[63 - threadIdx.x]) ++sum;
    T* here = out + i;
    *here = -at + kept[(threadIdx.x + 1) % 64];
    *here += sum;
}

int main()
{
    const int n = 640;
    int *a, *b, host[n];
    for (int i = 0; i < n; ++i) host[i] = i * 7 % 101;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    cudaMemcpy(b, host, sizeof host, cudaMemcpyHostToDevice);
    mixed<2><<<10, 64>>>(a, b);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 7) printf("%d ", host[i]);
    mixed<3><<<5, 64>>>((Pair*)a, (const Pair*)b);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 7) printf("%d ", host[i]);
    gathered<<<10, 64>>>((Least*)a, (const Least*)b);
    scaled<<<5, 64>>>((Least*)a, (const Least*)b, b);
    gathered<<<5, 64>>>(a, b);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 7) printf("%d ", host[i]);
    printf("\n");
    return 0;
}
