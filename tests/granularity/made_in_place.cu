// Objects that know where they are, or whose assignment is another thing than making them.
// schedule: thread(x=2)
// schedule: block(x=3)
// schedule: thread(x=2) block(x=2)
// schedule: serial(x=2)
#include <cstdio>
#include <cuda_runtime.h>

struct Sum {
    int v = 0;
    int *where;
    __device__ Sum() : where(&v) {}
    __device__ explicit Sum(int from) : v(from), where(&v) {}
    __device__ void add(int x) { *where += x; }
};

struct Adding {
    int v;
    __device__ Adding(int x = 5) : v(x) {}
    __device__ Adding(const Adding &other) : v(other.v + 1) {}
    __device__ Adding &operator=(const Adding &other)
    {
        v += other.v;
        return *this;
    }
};

struct Node {
    int v;
    Node *next;
};

__device__ Adding made(int x) { return Adding(x); }

__global__ void sums(int *out, const int *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Sum s, t(i), u = Sum(2 * i);
    Node a = {3, &a}, b{4, &a};
    for (int j = 0; j < 3; j++) {
        s.add(in[i + j]);
        t.add(j);
        u.add(1);
        b.next->v += i;
    }
    __syncthreads();
    out[i] = s.v + 100 * t.v + u.v + a.next->v;
}

__global__ void additions(int *out, const int *in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Adding a(i), b = made(in[i]), c = b, d;
    __syncthreads();
    c = a;
    for (int j = 0; j < 2; j++) {
        Adding e{j};
        __syncthreads();
        d = e;
        d.v += in[i];
    }
    out[i] = a.v + 10 * b.v + 100 * c.v + 1000 * d.v;
}

int main()
{
    const int n = 640;
    static int host[n + 3];
    int *in, *out;
    for (int i = 0; i < n + 3; i++) host[i] = i * 37 % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int k = 0; k < 2; k++) {
        if (k == 0) sums<<<n / 64, 64>>>(out, in);
        if (k == 1) additions<<<n / 64, 64>>>(out, in);
        cudaMemcpy(host, out, n * sizeof(int), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++) printf("%d%c", host[i], i % 16 == 15 ? '\n' : ' ');
    }
}
