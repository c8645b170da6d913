// Types and constants that a kernel declares for itself, its shared memory and its arrays; extents in braces.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: serial(x=3)
// schedule: pack(x=2)
// schedule: block(x=2, strided) serial(x=2)
// schedule: bounds(128)
#include <cstdio>
#include <cuda_runtime.h>

struct both {
    int a, b;
};

// What shared memory is declared with, each by way of another.
template <typename T, int size>
__global__ void neighbours(T* a, int n)
{
    typedef T cell;
    enum { rows = 2, unused };
    const int count = size * rows, half = 3;
    using line = cell[count];
    struct pair {
        cell a, b;
    };
    const int i = blockIdx.x * size + threadIdx.x;
    __shared__ line tile;
    __shared__ pair pairs[count];
    tile[threadIdx.x] = i < n ? a[i] : T();
    pairs[threadIdx.x].a = 1;
    __syncthreads();
    const cell other = tile[(threadIdx.x + 1) % size];
    __syncthreads();
    if (i < n)
        a[i] = other + pairs[threadIdx.x].a + count + half + unused;
}

// In a scope of its own.
__global__ void inner(int* a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int turn = 0; turn < 2; ++turn) {
        static const int width = 64;
        typedef struct {
            int value;
        } held;
        __shared__ held row[width];
        row[threadIdx.x].value = turn + i;
        __syncthreads();
        if (i < n)
            a[i] += row[width - 1 - threadIdx.x].value;
        __syncthreads();
    }
}

// Braces whose elements convert to the array's.
__global__ void braces(unsigned* a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned parts[4] = {0, 1, threadIdx.x};
    both pairs[2] = {{1, 2}, {3, i}};
    int none[2] = {};
    __syncthreads();
    if (i < n)
        a[i] += parts[1] + parts[2] + parts[3] + pairs[1].b + none[1];
}

template <class A, class B> __device__ auto larger(A first, B second) -> decltype(first + second)
{
    return first < second ? second : first;
}

__global__ void asked_for(int* a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const auto& most = larger(i, 100);
    auto&& more = most / 3;
    decltype(most + n) sum = i;
    auto all = larger(n, 3), own = larger(i, 5);
    __typeof__(a[0] + 1L) wide = most;
    __syncthreads();
    if (i < n)
        a[i] += most + more - sum + all - own + wide;
}

// What nothing evaluates names instances' own variables; an inner variable hides one that is used in front of it.
__global__ void unevaluated(int* a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int sums[3] = {i, 2, 3};
    auto half = larger(i, 2.5) / 2;
    const int count = sizeof sums / sizeof(sums[0]);
    int size = sizeof(half);
    decltype(half) more[2] = {1, half};
    __syncthreads();
    for (int k = 0; k < sizeof(more) / sizeof(*more); ++k)
        if (sizeof half > 4)
            sums[k] += i % 5 + (int)more[k];
    __syncthreads();
    for (int k = 0; k < 2; ++k) {
        __syncthreads();
        int was = size + k;
        int size = was * 2 + i;
        __syncthreads();
        sums[2] += size * was;
    }
    if (i < n)
        a[i] += sums[0] + sums[1] + sums[2] + count * size + alignof(decltype(half));
}

__global__ void twice_named(int* a, int n, int which)
{
    __shared__ int s[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    s[threadIdx.x] = i;
    __syncthreads();
    if (which > 0) {
        int same = s[63 - threadIdx.x];
        decltype(same + n) half = i % 96;
        if (i < n) a[i] += same * 7 + half;
    } else {
        int same = i;
        __syncthreads();
        if (i < n) a[i] += s[same & 63];
    }
}

int main()
{
    const int n = 700;
    int* a;
    static int host[n];
    for (int i = 0; i < n; ++i)
        host[i] = i * 7 % 31;
    cudaMalloc(&a, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    neighbours<int, 64><<<{11, 1}, {64}>>>(a, n);
    inner<<<dim3{11}, {64, 1, 1}>>>(a, n);
    braces<<<{11}, 64>>>((unsigned*)a, n);
    asked_for<<<11, 64>>>(a, n);
    unevaluated<<<11, 64>>>(a, n);
    twice_named<<<11, 64>>>(a, n, 0);
    twice_named<<<11, 64>>>(a, n, 1);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i)
        std::printf("%d ", host[i]);
    std::puts("");
}
