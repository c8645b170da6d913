// What lives as long as what a declaration declares, and what counts lines.
// refused: listed | thread(x=2) | 27 | and so does this list
// refused: by_auto | block(x=2) | 34 | and so does this list
// refused: by_reference | thread(x=2) | 41 | and so does this list
// refused: in_array | thread(x=2) | 48 | and so does this list
// refused: in_object | thread(x=2) | 55 | and so does this list
// refused: in_any_object | thread(x=2) | 63 | and so does this list
// refused: of_the_library | thread(x=2) | 71 | does not know what
// refused: of_text | thread(x=2) | 79 | its initialiser cannot be assigned
// refused: parted | bounds(64) | 87 | this word has two lines
// refused: lined | bounds(64) | 91 | gives its line of the text
// refused: lined_by_macro | thread(x=2) | 93 | gives its line of the text
// refused: referred | streaming(loads) | 98 | it has no array that it reads once
// refused: handed_on | streaming(loads) | 100 | it has no array that it reads once
// refused: kept | streaming(loads) | 102 | it has no array that it reads once
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
    auto l = {out[blockIdx.x * 64 + threadIdx.x], 2};
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
    char text[4] = "abc";
    text[threadIdx.x % 3] = 'd';
    __syncthreads();
    out[threadIdx.x] = text[1];
}

__global__ void parted(int* out)
{
    out[thread\
Idx.x] = 3;
}

__global__ void lined(int* out) { out[threadIdx.x] = __LINE__; }

__global__ void lined_by_macro(int* out) { out[threadIdx.x] = ALIKE; }

__device__ const int& same(const int& x) { return x; }
struct Keeper { const int& to; __device__ Keeper(const int& x) : to(x) {} };

__global__ void referred(int* out, const int* in) { int& o = out[threadIdx.x]; o = in[threadIdx.x / 2] + in[0]; }

__global__ void handed_on(int* out, const int* in) { const int& r = same(in[threadIdx.x]); out[0] += r; }

__global__ void kept(int* out, const int* in) { Keeper k(in[threadIdx.x]); out[0] += k.to; }

void run(int* out)
{
    in_any_object<Ranged><<<2, 64>>>(out);
}
