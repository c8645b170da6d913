// Objects that would be assigned where the kernel makes them, with an assignment that does otherwise.
// refused: returned | thread(x=2) | 26 | 'given' holds a barrier, and what it returns may not be assigned
// refused: by_a_macro | block(x=2) | 36 | a macro spells this declaration
// refused: bound_by_a_macro | block(x=2) | 44 | a macro spells this declaration
#include <cuda_runtime.h>

struct Doubled {
    int v;
    __device__ Doubled() : v(5) {}
    __device__ Doubled(int x) : v(x) {}
    __device__ Doubled(int x, int y) : v(x * y) {}
    __device__ Doubled& operator=(const Doubled& other) { v = other.v * 2; return *this; }
};

__device__ Doubled given(int x)
{
    Doubled made;
    made.v = x;
    __syncthreads();
    return made;
}

__global__ void returned(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    Doubled s = given(i);
    out[i] = s.v;
}

#define PAIR_OF(x, y) (x, y)
#define SET_TO(x) = x

__global__ void by_a_macro(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    Doubled s PAIR_OF(i, 2);
    __syncthreads();
    out[i] = s.v;
}

__global__ void bound_by_a_macro(int* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    int& r SET_TO(out[i]);
    __syncthreads();
    r += i;
}
