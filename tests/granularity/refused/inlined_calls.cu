// Calls of functions with barriers: what stands in the way of their text in the place of the call.
// refused: five_deep | thread(x=2) | 25 | the device function 'fifth' holds a barrier
// refused: of_a_pack | block(x=2) | 32 | 'all_of' holds a barrier, and cannot be inlined here
// refused: by_a_macro | block(x=2) | 42 | this call of it is not spelled as a call
// refused: of_one_name | thread(x=2) | 66 | which has no place in the kernel
// refused: of_unknown_types | thread(x=2) | 85 | retarget does not know which of its calls share it
// refused: of_an_alias | block(x=2) | 105 | retarget does not know which of its calls share it
// refused: asks_in_turns | thread(x=2) | 114 | this asks for the type or the size of what instances have of their own
// refused: by_another_name | block(x=2) | 126 | this call of it is not spelled as a call
// refused: in_turn | thread(x=2) | 137 | its call is part of a larger expression
// refused: as_a_condition | thread(x=2) | 145 | its call is part of a larger expression
// refused: beside_a_load | block(x=2) | 154 | its call is part of a larger expression
// refused: of_its_own_variable | block(x=2) | 162 | its call is part of a larger expression
// refused: of_a_lambda | bounds(64) | 178 | 'kept_in_a_lambda' is part of a larger statement
#include <cuda_runtime.h>

__device__ void fifth(int* v) { __syncthreads(); *v += 1; }
__device__ void fourth(int* v) { fifth(v); }
__device__ void third(int* v) { fourth(v); }
__device__ void second(int* v) { third(v); }
__device__ void first(int* v) { second(v); }

__global__ void five_deep(int* out)
{
    first(out + threadIdx.x + blockIdx.x * 64);
}

template <class... T> __device__ int all_of(T... v) { __syncthreads(); return sizeof...(v); }

__global__ void of_a_pack(int* out)
{
    int r = all_of(1, 2);
    out[threadIdx.x + blockIdx.x * 64] = r;
}

__device__ int total(int v) { __syncthreads(); return v; }
#define total(v) total((v) + 1)

__global__ void by_a_macro(int* out)
{
    int i = threadIdx.x + blockIdx.x * 64;
    int r = total(i);
    out[i] = r;
}

__device__ int two_tiles(int v)
{
    {
        __shared__ int s[64];
        s[threadIdx.x] = v;
        __syncthreads();
        v = s[63 - threadIdx.x];
    }
    {
        __shared__ int s[64];
        s[threadIdx.x] = v + 1;
        __syncthreads();
        v += s[threadIdx.x ^ 1];
    }
    return v;
}

__global__ void of_one_name(int* out)
{
    int i = threadIdx.x + blockIdx.x * 64;
    int a = two_tiles(i);
    int b = two_tiles(a);
    out[i] = a + b;
}

template <class T> __device__ T keep(T v)
{
    __shared__ T s[64];
    s[threadIdx.x] = v;
    __syncthreads();
    v = s[63 - threadIdx.x];
    __syncthreads();
    return v;
}
template <int N> __device__ int last(int (&a)[N]) { __syncthreads(); return a[N - 1]; }

__global__ void of_unknown_types(int* out)
{
    int i = threadIdx.x + blockIdx.x * 64, four[4] = {1, 2, 3, i};
    int a = keep(i);
    int b = keep(a);
    int c = last(four);
    out[i] = a + b + c;
}

struct Twice { __device__ int operator()(int v) const { return 2 * v; } };
struct Next { __device__ int operator()(int v) const { return v + 1; } };
using Other = Next;
template <class Op> __device__ int kept_by(int v, Op op)
{
    __shared__ int s[64];
    s[threadIdx.x] = op(v);
    __syncthreads();
    return s[63 - threadIdx.x];
}

__global__ void of_an_alias(int* out)
{
    int i = threadIdx.x + blockIdx.x * 64;
    int a = kept_by<Other>(i, Next());
    int b = kept_by(a, Next());
    int c = kept_by(b, Twice());
    out[i] = a + b + c;
}

__global__ void asks_in_turns(int* out)
{
    int own[3] = {1, 2, (int)threadIdx.x}, i = threadIdx.x + blockIdx.x * 64;
    for (int k = 0; k < (int)(sizeof(own) / sizeof(int)); ++k) {
        __syncthreads();
        out[i] += own[k];
    }
}

__device__ int counted(int v) { __syncthreads(); return v; }
#define COUNTED counted

__global__ void by_another_name(int* out)
{
    int i = threadIdx.x + blockIdx.x * 64;
    int r = COUNTED(i);
    out[i] = r;
}

// What may run never, again, or behind what it changes.
__device__ int first_of(int v, int* s) { s[threadIdx.x] = v; __syncthreads(); v = s[0]; __syncthreads(); return v; }

__global__ void in_turn(int* out, int n)
{
    __shared__ int s[64];
    int i = threadIdx.x + blockIdx.x * 64, r = n;
    r = n > 3 ? first_of(i, s) + 1 : 4;
    out[i] = r;
}

__global__ void as_a_condition(int* out)
{
    __shared__ int s[64];
    int i = threadIdx.x + blockIdx.x * 64, r = 0;
    while (first_of(i + r, s)) r -= 1;
    out[i] = r;
}

__global__ void beside_a_load(int* out)
{
    __shared__ int s[64];
    int i = threadIdx.x + blockIdx.x * 64, r = 0;
    s[threadIdx.x] = i;
    r = s[r++] + first_of(i, s);
    out[i] = r;
}

__global__ void of_its_own_variable(int* out)
{
    __shared__ int s[64];
    int i = threadIdx.x + blockIdx.x * 64;
    int a = 3 * i, b = first_of(a, s) + 1;
    out[i] = b;
}

__device__ int kept_in_a_lambda(int v)
{
    int r = v;
    auto f = [&] { __shared__ int s[64]; s[threadIdx.x] += v; r += s[threadIdx.x]; };
    f();
    __syncthreads();
    return r;
}

__global__ void of_a_lambda(int* out)
{
    int i = threadIdx.x + blockIdx.x * 64;
    int a = kept_in_a_lambda(i);
    int b = kept_in_a_lambda(a);
    out[i] = a + b;
}
