// Objects of class templates' instances that live beyond a barrier, in kernels that are templates.
// schedule: thread(x=2)
// schedule: block(x=2)
#include <cstdio>
template <typename T>
struct Holder {
    T v;
    __device__ Holder(T a) : v(a) {}
};
template <>
struct Holder<char> {
    char v;
    __device__ Holder(int a) : v(a) {}
};
template <>
struct Holder<short> {
    short v;
};
template <typename T>
struct Open {
    T v;
};
template <typename T>
struct Many {
    T v;
    template <typename V>
    __device__ Many(V a) : v(a) {}
};
template <typename T>
struct Two {
    T v;
    __device__ Two() : v(0) {}
    template <typename V>
    __device__ Two(V a) : v(a) {}
};
template <typename T>
struct Inside {
    Holder<T> held;
};
template <typename T>
struct Derived : Open<T>, Holder<T> {
    __device__ Derived(T a) : Holder<T>(a) {}
    __device__ Derived() : Holder<T>(0) {}
};
template <typename U>
__global__ void open(U* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    Open<int> own{i};
    s[threadIdx.x] = i;
    __syncthreads();
    out[i] = own.v + s[63 - threadIdx.x];
}
template <typename U>
__global__ void with_default(U* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    Two<int> own(i);
    s[threadIdx.x] = i;
    __syncthreads();
    out[i] = own.v + s[63 - threadIdx.x];
}
template <typename U>
__global__ void specialised(U* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    Holder<short> own{(short)i};
    s[threadIdx.x] = i;
    __syncthreads();
    out[i] = own.v + s[63 - threadIdx.x];
}
template <typename U>
__global__ void array(U* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    Open<int> own[2] = {{i}, {i + 1}};
    s[threadIdx.x] = i;
    __syncthreads();
    out[i] = own[0].v + own[1].v + s[63 - threadIdx.x];
}
template <typename E>
struct Term {
    __device__ int value() const { return static_cast<const E&>(*this).value(); }
};
template <typename A, typename B>
struct Plus : Term<Plus<A, B>> {
    A a;
    B b;
    __device__ int value() const { return a + b; }
};
template <int n>
struct Row : Row<n - 1> {
    int v;
};
template <>
struct Row<0> {};
template <typename U>
__global__ void bases_that_name_it(U* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    Plus<int, char> sum = Plus<int, char>();
    Row<3> row = Row<3>();
    sum.a = i, sum.b = 7, row.v = i % 5;
    s[threadIdx.x] = i;
    __syncthreads();
    out[i] = sum.value() + row.v + s[63 - threadIdx.x];
}
int main()
{
    int *d, h[256];
    cudaMalloc(&d, sizeof h);
    auto show = [&](const char* name) {
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
        long sum = 0;
        for (int i = 0; i < 256; ++i)
            sum = sum * 31 + h[i];
        printf("%s %ld\n", name, sum);
    };
    open<<<4, 64>>>(d), show("open");
    with_default<<<4, 64>>>(d), show("with_default");
    specialised<<<4, 64>>>(d), show("specialised");
    array<<<4, 64>>>(d), show("array");
    bases_that_name_it<<<4, 64>>>(d), show("bases_that_name_it");
}
