// Objects of class templates' instances that live beyond a barrier, in kernels that are templates: those that have no default.
// refused: several | thread(x=2) | 55 | its type has no default
// refused: one | thread(x=2) | 65 | its type has no default
// refused: by_template | thread(x=2) | 75 | its type has no default
// refused: within | thread(x=2) | 85 | its type has no default
// refused: specialised | thread(x=2) | 95 | its type has no default
// refused: of_bases | thread(x=2) | 105 | its type has no default
// refused: of_open_size | thread(x=2) | 114 | its type has no size here
#include <cuda_runtime.h>
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
__global__ void several(U* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    Holder<int> own[2] = {Holder<int>(i), Holder<int>(i + 1)};
    s[threadIdx.x] = i;
    __syncthreads();
    out[i] = own[0].v + own[1].v + s[63 - threadIdx.x];
}
template <typename U>
__global__ void one(U* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    Holder<int> own[1] = {Holder<int>(i)};
    s[threadIdx.x] = i;
    __syncthreads();
    out[i] = own[0].v + s[63 - threadIdx.x];
}
template <typename U>
__global__ void by_template(U* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    Many<int> own[1] = {Many<int>(i)};
    s[threadIdx.x] = i;
    __syncthreads();
    out[i] = own[0].v + s[63 - threadIdx.x];
}
template <typename U>
__global__ void within(U* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    Inside<int> own[1] = {{Holder<int>(i)}};
    s[threadIdx.x] = i;
    __syncthreads();
    out[i] = own[0].held.v + s[63 - threadIdx.x];
}
template <typename U>
__global__ void specialised(U* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    Holder<char> own[1] = {Holder<char>(i)};
    s[threadIdx.x] = i;
    __syncthreads();
    out[i] = own[0].v + s[63 - threadIdx.x];
}
template <typename U>
__global__ void of_bases(U* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    Derived<int> own[1] = {Derived<int>(i)};
    s[threadIdx.x] = i;
    __syncthreads();
    out[i] = own[0].Holder<int>::v + s[63 - threadIdx.x];
}
template <typename T>
__global__ void of_open_size(T* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    unsigned v[] = {unsigned(i), T(i) + 1u};
    __syncthreads();
    out[i] = v[i & 1];
}
int main()
{
    int* d;
    cudaMalloc(&d, 256 * sizeof(int));
    several<<<4, 64>>>(d);
    one<<<4, 64>>>(d);
    by_template<<<4, 64>>>(d);
    within<<<4, 64>>>(d);
    specialised<<<4, 64>>>(d);
    of_bases<<<4, 64>>>(d);
    of_open_size<<<4, 64>>>(d);
}
