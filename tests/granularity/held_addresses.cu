// Calls that change a variable by an address, or a reference, which an object made for the call holds.
// schedule: block(x=2)
// schedule: thread(x=2)
// schedule: serial(x=2)
// schedule: block(x=2) share()
// schedule: thread(x=2) share()
#include <cstdio>

struct Into { int& to; __device__ void operator()(int x) { to = x; } };
struct Held { int* to; int n; };
struct Outer { Into in; int k; };
template <class F> __device__ void call_with(F f, int x) { f(x); }
__device__ void by_pointer(Held h) { *h.to = 12; }
__device__ void deep(Outer o, int x) { o.in(x); }
__device__ Held kept(int* p) { return Held{p, 1}; }

__global__ void made_for_a_template(int* a, int p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = p;
    call_with(Into{v}, 12);
    const int after = v % 4;
    a[i] += after;
}

__global__ void called_at_once(int* a, int p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = p;
    Into{v}(12);
    const int after = v % 4;
    a[i] += after;
}

__global__ void by_a_pointer(int* a, int p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = p, w = p;
    by_pointer(Held{&v, 2});
    const int after = v % 4;
    by_pointer(kept(&w));
    const int last = w % 5;
    a[i] += after + last;
}

__global__ void in_objects(int* a, int p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = p, w = p;
    deep({{v}, 3}, 12);
    const int after = v % 4;
    Into all[1] = {{w}};
    all[0](13);
    const int last = w % 5;
    a[i] += after + last;
}

__global__ void of_a_parameter(int* a, int p)
{
    call_with(Into{p}, p + 5);
    a[blockIdx.x * blockDim.x + threadIdx.x] += p;
}

__global__ void index_by_an_object(const int* __restrict__ in, int* a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = i + 2;
    Into f{j};
    f(i + 4);
    a[i] += in[j - 1] * 2 + in[j] * 3 + in[j + 1];
}

__global__ void index_by_a_pointer(const int* __restrict__ in, int* a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = i + 2;
    auto g = [q = &j] { *q += 3; };
    g();
    a[i] += in[j - 1] * 2 + in[j] * 3 + in[j + 1];
}

int main()
{
    const int n = 4 * 64;
    int *a, *in, host[n];
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&in, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    made_for_a_template<<<4, 64>>>(a, 3);
    called_at_once<<<4, 64>>>(a, 7);
    by_a_pointer<<<4, 64>>>(a, 6);
    in_objects<<<4, 64>>>(a, 9);
    of_a_parameter<<<4, 64>>>(a, 9);
    index_by_an_object<<<3, 64>>>(in, a);
    index_by_a_pointer<<<3, 64>>>(in, a);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 17) printf("%d ", host[i]);
    printf("\n");
    return 0;
}
