// Calls and declarations that are not written where they stand, or not whole.
// refused: all_given | thread(x=2) | 14 | a default argument of 'placed' uses built-in indices
// refused: calls_parts | block(x=2) | 21 | a part of 'in_parts' stands in another file
// refused: given_by_macro | thread(x=2) | 40 | this call of 'here', which uses indices, is not spelled as a call
// refused: composed | block(x=2) | 48 | a macro spells this declaration
// refused: made_by_macro | thread(x=2) | 63 | a macro spells this declaration
// refused: listed_by_macro | thread(x=2) | 73 | 'a' outlives a barrier, and its initialiser cannot be assigned
// refused: aligned | block(x=2) | 84 | 'a' outlives a barrier, and asks for an alignment
// refused: closed_by_macro | thread(x=2) | 93 | this call of 'here', which uses indices, is not spelled as a call
// refused: declared_for_all | thread(x=2) | 108 | 'late', which other units define too, uses built-in indices
// refused: named_by_a_macro | thread(x=2) | 101 | a macro spells this declaration
#include <cuda_runtime.h>

__device__ int placed(int x, int t = threadIdx.x) { return x + t + (int)threadIdx.x; }

__global__ void all_given(int* out)
{
    out[threadIdx.x + blockIdx.x * 64] = placed(1, 2);
}

__device__ int in_parts(const int* in)
{
    int sum = threadIdx.x;
    for (int k = 0; k < 4; ++k) {
#include "part.inc"
    }
    return sum;
}

__global__ void calls_parts(int* out)
{
    out[threadIdx.x + blockIdx.x * 64] = in_parts(out);
}

#define ARGUMENTS (3)
__device__ int here(int v) { return v + (int)threadIdx.x; }

__global__ void given_by_macro(int* out)
{
    out[threadIdx.x + blockIdx.x * 64] = here ARGUMENTS;
}

#define PART(name) name##_1 = i + 4

__global__ void composed(int* out)
{
    int i = threadIdx.x + blockIdx.x * 64;
    int j = i * 2, PART(k);
    __syncthreads();
    out[i] = j + k_1;
}

struct Whole {
    int v;
    __device__ Whole() : v(3) {}
    __device__ Whole(int x) : v(x) {}
};
#define MADE_OF(x) (x)

__global__ void made_by_macro(int* out)
{
    int i = threadIdx.x + blockIdx.x * 64;
    int b MADE_OF(i);
    __syncthreads();
    out[i] = b;
}

#define LISTED {0, 5}

__global__ void listed_by_macro(int* out)
{
    int i = threadIdx.x + blockIdx.x * 64;
    int a[2] = LISTED;
    a[i & 1] = i;
    __syncthreads();
    out[i] = a[0] + a[1];
}

#define ALIGNED(n) __attribute__((aligned(n)))

__global__ void aligned(int* out)
{
    int i = threadIdx.x + blockIdx.x * 64;
    ALIGNED(16) float a[4] = {1, 2, 3, (float)i};
    __syncthreads();
    out[i] = (int)((float4*)a)->w;
}

#define CLOSE )

__global__ void closed_by_macro(int* out)
{
    out[threadIdx.x + blockIdx.x * 64] = here(3 CLOSE;
}

#define ABC(name) k_##name = name + 4

__global__ void named_by_a_macro(int* out)
{
    int i = threadIdx.x + blockIdx.x * 64;
    int j = i * 2, ABC(i);
    __syncthreads();
    out[i] = j + k_i;
}

#include "late.h"  // `static`: each unit that calls it has its own

static __device__ int late(int v) { return v + (int)threadIdx.x; }

__global__ void declared_for_all(int* out)
{
    out[threadIdx.x + blockIdx.x * 64] = called_early(3);
}
