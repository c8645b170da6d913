// What functions keep in memory of their own, of which a second text of them would have another.
// refused: its_own | thread(x=2) | 47 | outlives the call
// refused: bounded | bounds(64) | 50 | outlives the call
// refused: of_a_function | thread(x=2) | 12 | outlives the call
// refused: inlined | thread(x=2) | 60 | outlives the call
// refused: of_a_lambda | thread(x=2) | 68 | a lambda declares shared memory
// refused: by_alias | thread(x=2) | 78 | which of its calls share it
// refused: own_constant | thread(x=2) | 84 | and is called again
// refused: own_type | thread(x=2) | 90 | and is called again
// refused: maybe_the_same | thread(x=2) | 97 | which of its calls share it
#include <cuda_runtime.h>
__device__ int counted(int v) { static int last[64]; int old = last[threadIdx.x]; last[threadIdx.x] = v; return old; }
__device__ void turned(int* s)
{
    static int by = 1;
    int t = s[(threadIdx.x + by) % 64];
    __syncthreads();
    s[threadIdx.x] = t;
}
typedef int whole;
template <typename T>
__device__ T summed(T v)
{
    __shared__ T kept[64];
    kept[threadIdx.x] = v;
    __syncthreads();
    return kept[63 - threadIdx.x];
}
__device__ int by_constant(int v)
{
    const int n = 64;
    __shared__ int kept[n];
    kept[threadIdx.x] = v;
    __syncthreads();
    return kept[63 - threadIdx.x];
}
__device__ int by_type(int v)
{
    struct Cell { int v; };
    __shared__ Cell kept[64];
    kept[threadIdx.x].v = v;
    __syncthreads();
    return kept[63 - threadIdx.x].v;
}
__global__ void its_own(int* out)
{
    static int calls[64];
    out[threadIdx.x] = calls[threadIdx.x]++;
}
__global__ void bounded(int* out) { static int calls[64]; out[threadIdx.x] = calls[threadIdx.x]++; }
__global__ void of_a_function(int* out)
{
    out[threadIdx.x] = counted(threadIdx.x);
}
__global__ void inlined(int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    turned(s);
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}
__global__ void of_a_lambda(int* out)
{
    int i = threadIdx.x;
    auto keep = [&](int v) {
        __shared__ int kept[64];
        kept[i] += v;
        return kept[i];
    };
    out[i] = keep(0);
    __syncthreads();
    out[i] += keep(1);
}
__global__ void by_alias(int* out)
{
    int v = summed<int>(threadIdx.x);
    v = summed<whole>(v);
    out[threadIdx.x] = v;
}
__global__ void own_constant(int* out)
{
    int v = by_constant(threadIdx.x);
    v = by_constant(v);
    out[threadIdx.x] = v;
}
__global__ void own_type(int* out)
{
    int v = by_type(threadIdx.x);
    v = by_type(v);
    out[threadIdx.x] = v;
}
template <typename T>
__global__ void maybe_the_same(T* out)
{
    T v = summed<T>(threadIdx.x);
    v = summed<int>(v);
    out[threadIdx.x] = v;
}
int main()
{
    int* d;
    cudaMalloc(&d, 64 * sizeof(int));
    its_own<<<1, 64>>>(d), bounded<<<1, 64>>>(d), of_a_function<<<1, 64>>>(d), inlined<<<1, 64>>>(d);
    of_a_lambda<<<1, 64>>>(d), by_alias<<<1, 64>>>(d), own_constant<<<1, 64>>>(d), own_type<<<1, 64>>>(d);
    maybe_the_same<<<1, 64>>>(d);
}
