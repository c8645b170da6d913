// What lives as long as what a declaration declares, and what counts lines.
// refused: listed | thread(x=2) | 24 | and so does this list
// refused: by_auto | block(x=2) | 31 | and so does this list
// refused: by_reference | thread(x=2) | 38 | and so does this list
// refused: in_array | thread(x=2) | 45 | and so does this list
// refused: in_object | thread(x=2) | 52 | and so does this list
// refused: in_any_object | thread(x=2) | 60 | and so does this list
// refused: of_the_library | thread(x=2) | 68 | does not know what
// refused: of_text | thread(x=2) | 76 | its initialiser cannot be assigned
// refused: parted | bounds(64) | 84 | this word has two lines
// refused: lined | bounds(64) | 88 | gives its line of the text
// refused: lined_by_macro | thread(x=2) | 90 | gives its line of the text
#include <algorithm>
#include <cuda_runtime.h>
#include <initializer_list>

struct Ranged { std::initializer_list<int> all; int more; };
__device__ int sum(const std::initializer_list<int>& l) { return l.begin()[0] + l.begin()[1]; }
#define ALIKE \
    __LINE__

__global__ void listed(int* out)
{
    std::initializer_list<int> l = {out[threadIdx.x], 2};
    __syncthreads();
    out[threadIdx.x] = sum(l);
}

__global__ void by_auto(int* out)
{
    auto l = {out[threadIdx.x], 2};
    __syncthreads();
    out[threadIdx.x] = sum(l);
}

__global__ void by_reference(int* out)
{
    const auto& l = {out[threadIdx.x], 2};
    __syncthreads();
    out[threadIdx.x] = sum(l);
}

__global__ void in_array(int* out)
{
    std::initializer_list<int> l[2] = {{out[threadIdx.x], 2}, {3, 4}};
    __syncthreads();
    out[threadIdx.x] = sum(l[threadIdx.x % 2]);
}

__global__ void in_object(int* out)
{
    Ranged r{{out[threadIdx.x], 2}, 3};
    __syncthreads();
    out[threadIdx.x] = sum(r.all);
}

template <class T>
__global__ void in_any_object(int* out)
{
    T r{{out[threadIdx.x], 2}, 3};
    __syncthreads();
    out[threadIdx.x] = sum(r.all);
}

__global__ void of_the_library(int* out)
{
    int a = threadIdx.x, b = 4;
    const int& most = std::max(a, b);
    a += 2;
    __syncthreads();
    out[threadIdx.x] = most;
}

__global__ void of_text(int* out)
{
    const auto& text = "abc";
    int i = threadIdx.x;
    __syncthreads();
    out[i] = text[i % 3];
}

__global__ void parted(int* out)
{
    out[thread\
Idx.x] = 3;
}

__global__ void lined(int* out) { out[threadIdx.x] = __LINE__; }

__global__ void lined_by_macro(int* out) { out[threadIdx.x] = ALIKE; }

void run(int* out)
{
    in_any_object<Ranged><<<2, 64>>>(out);
}
