// One name for several functions: in templates, whose arguments choose; in namespaces; of several numbers of
// parameters; and functions that call themselves.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: serial(x=2)
// schedule: pack(x=2)
#include <cstdio>

struct Wrapped {
    int* at;
};

__device__ int claim(int* at) { return atomicAdd(at, 1) < 0; }
__device__ int claim(Wrapped w) { return w.at[0] < 0; }
__device__ void raise(int& value) { value += 3; }
__device__ void raise(Wrapped& w) { w.at += 1; }

namespace first {
struct Tag {
    int kept;
};
__device__ int rank(const Tag& t) { return t.kept; }
}
namespace second {
struct Tag {
    int kept;
};
__device__ int rank(const Tag& t) { return t.kept * 5; }
}
__device__ int rank(int value) { return value * 7; }

// Overloads by the number of parameters, one by way of another; a template that ends in a specialisation.
__device__ int most(int a, int b) { return a > b ? a : b; }
__device__ int most(int a, int b, int c) { return most(most(a, b), c); }
template <typename T>
__device__ T least(T a, T b)
{
    return b < a ? b : a;
}
template <typename T, typename... More>
__device__ T least(T a, T b, More... more)
{
    return least(least(a, b), more...);
}
template <int N>
__device__ int power(int x)
{
    return x * power<N - 1>(x);
}
template <>
__device__ int power<0>(int)
{
    return 1;
}

// Recursion that computes, and recursion that stores.
__device__ int steps(int n) { return n < 2 ? 0 : 1 + steps(n % 2 ? 3 * n + 1 : n / 2); }
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__device__ void fill(int* at, int n)
{
    if (n < 0) return;
    at[n] += n;
    fill(at, n - 1);
}

template <typename T, typename Tag>
__global__ void chosen(T counter, Tag tag, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int drawn = claim(counter);
    int value = 1;
    raise(value);
    for (int k = 0; k < drawn; ++k) raise(value);
    out[i] = rank(tag) + value * i;
}

__global__ void several(int* out, int n)
{
    __shared__ int kept[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    kept[threadIdx.x] = most(i, n, 5) + least(i, n, 40, 30) + power<3>(i);
    __syncthreads();
    out[i] = kept[63 - threadIdx.x];
}

__global__ void recurring(int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int kept[5] = {};
    fill(kept, i % 5);
    out[i] = steps(i + 1) + even(i % 9) * n + kept[i % 5] + steps(n);
}

__global__ void by_value(first::Tag t, int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    t.kept += i;
    out[i] = rank(t);
}

// A parameter whose type a pack makes is none itself.
template <int... ks>
struct Listed {
    int first;
};
template <typename T, int... ks>
__global__ void listed(T* out, Listed<ks...> of, decltype(sizeof...(ks)) n)
{
    const int each[] = {ks...};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = each[i % n] + of.first * i;
}

// Fold expressions do what their pattern does, several times.
template <typename... T>
__global__ void folded(int* out, int* counter, T... more)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int kept[5], last = 1, before = 2;
    ((kept[more] = i * more), ...);
    ((before = last, last = more + threadIdx.x), ...);
    ((atomicAdd(counter, more)), ...);
    __syncthreads();
    out[i] += (kept[more] ^ ...) * 3 + before + (more + ... + last);
    if (((i % 7 > more) && ...) || ((i % 5 == more) || ...)) out[i] = -out[i];
}

// No other function, seen from a kernel: members, and what stands in bodies.
class Ranked {
    int kept = 3;
public:
    int rank(const first::Tag& t) { return kept + t.kept; }
};
template <class T>
T ranked(const T& t)
{
    T rank(t);
    return rank;
}

int main()
{
    const int n = 640;
    int *out, *counter, host[n];
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&counter, 2 * sizeof(int));
    cudaMemset(counter, 0, 2 * sizeof(int));
    auto shown = [&] {
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i += 7) printf("%d ", host[i]);
        printf("\n");
    };
    chosen<<<10, 64>>>(counter, first::Tag{3}, out), shown();
    chosen<<<10, 64>>>(Wrapped{counter}, second::Tag{3}, out), shown();
    chosen<<<10, 64>>>(counter, 3, out), shown();
    cudaMemcpy(host, counter, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    several<<<10, 64>>>(out, 77), shown();
    recurring<<<10, 64>>>(out, 27), shown();
    by_value<<<10, 64>>>(ranked(first::Tag{4}), out), shown();
    listed<<<10, 64>>>(out, Listed<3, 1, 4>{2}, 3), shown();
    folded<<<10, 64>>>(out, counter, 3, 1, 4), shown();
    cudaMemcpy(host, counter, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    return 0;
}
