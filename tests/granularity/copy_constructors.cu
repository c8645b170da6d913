// Classes whose copies are made by a constructor of their own, and assigned by the compiler's.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: serial(x=2)
// schedule: thread(x=4, consecutive) block(x=3)
#include <cstdio>

struct Counted {
    int copies, v;
    __device__ Counted() : copies(7), v(0) {}
    __device__ Counted(const Counted& o) : copies(o.copies + 1), v(o.v) {}
};
struct Around { Counted inner; int k; };
struct Itself {
    int k;
    Itself* self;
    __device__ Itself() : k(0), self(this) {}
    __device__ Itself(const Itself& o) : k(o.k), self(this) {}
};
template <class T> struct Box {
    T v;
    int n;
    __device__ Box() : v(), n(1) {}
    __device__ Box(const Box& o) : v(o.v), n(o.n * 3) {}
};
__device__ Counted handed(Counted c) { return c; }

__global__ void copied(int* out, const int* in)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    Counted a;
    a.v = in[i];
    Counted b = a;
    Counted c = in[i] & 1 ? a : b;
    __syncthreads();
    b.v += i;
    c.v -= i;
    out[i] = a.copies + b.copies * 10 + c.copies * 100 + b.v + c.v;
}

__global__ void around(int* out, const int* in)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    Around a;
    a.k = in[i];
    Around b = a;
    Box<int> box;
    Box<int> other = box;
    __syncthreads();
    b.k += i;
    other.v += i;
    out[i] = a.inner.copies + b.inner.copies * 10 + b.k * 100 + other.n + other.v;
}

__global__ void itself(int* out, const int* in)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    Itself a;
    a.k = 2;
    Itself b = a;
    __syncthreads();
    b.self->k += in[i];
    __syncthreads();
    out[i] = a.k * 1000 + b.k;
}

__global__ void called(int* out, const int* in)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    Counted a;
    a.v = in[i];
    Counted b = handed(a);
    auto c = b;
    __syncthreads();
    c.v -= i;
    out[i] = b.copies * 10 + c.copies * 100 + b.v + c.v;
}

int main()
{
    const int size = 7 * 64;
    static int host[size];
    int *in, *out;
    for (int i = 0; i < size; i++) host[i] = (i * 37 + 11) % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int kernel = 0; kernel < 4; kernel++) {
        if (kernel == 0) copied<<<7, 64>>>(out, in);
        if (kernel == 1) around<<<7, 64>>>(out, in);
        if (kernel == 2) itself<<<7, 64>>>(out, in);
        if (kernel == 3) called<<<7, 64>>>(out, in);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < size; i += 7) printf("%d ", host[i]);
        printf("\n");
    }
    return 0;
}
