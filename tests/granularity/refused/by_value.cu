// Calls in whose place a value stands, in every spelling: any function that is used as a value may be meant.
// refused: dereferenced | block(x=2) | 25 | decides what this calls
// refused: in_brackets | block(x=2) | 31 | decides what this calls
// refused: conditional | block(x=2) | 36 | decides what this calls
// refused: behind_two | block(x=2) | 42 | decides what this calls
// refused: by_its_name | block(x=2) | 47 | decides what this calls
// refused: by_its_address | block(x=2) | 52 | decides what this calls
// refused: bracketed_name | block(x=2) | 57 | decides what this calls
// refused: of_a_member | block(x=2) | 63 | decides what this calls
// refused: cast | block(x=2) | 69 | decides what this calls
// refused: given | block(x=2) | 74 | decides what this calls
// refused: behind_a_comma | block(x=2) | 79 | decides what this calls
// refused: of_a_lambda | block(x=2) | 84 | decides what this calls
#include <cuda_runtime.h>

typedef int (*Op)(int);
struct Ops { Op first, second; };
__device__ int plain(int v) { return v + 1; }
__device__ int here(int v) { return v + blockIdx.x; }
__device__ Op give(int v) { return v ? here : plain; }

__global__ void dereferenced(int* out)
{
    Op f = blockDim.x > 7 ? here : plain;
    out[threadIdx.x] = (*f)(3);
}

__global__ void in_brackets(int* out)
{
    Op f = here;
    out[threadIdx.x] = (f)(3);
}

__global__ void conditional(int* out)
{
    out[threadIdx.x] = (out[0] ? here : plain)(3);
}

__global__ void behind_two(int* out)
{
    Op f = here, *g = &f;
    out[threadIdx.x] = (**g)(3);
}

__global__ void by_its_name(int* out)
{
    out[threadIdx.x] = (*here)(3);
}

__global__ void by_its_address(int* out)
{
    out[threadIdx.x] = (&here)(3);
}

__global__ void bracketed_name(int* out)
{
    out[threadIdx.x] = (here)(3);
}

__global__ void of_a_member(int* out)
{
    Ops ops = {plain, here};
    out[threadIdx.x] = (*ops.second)(3);
}

__global__ void cast(int* out)
{
    void* f = (void*)here;
    out[threadIdx.x] = ((Op)f)(3);
}

__global__ void given(int* out)
{
    out[threadIdx.x] = give(out[0])(3);
}

__global__ void behind_a_comma(int* out)
{
    out[threadIdx.x] = (out[1] = 2, here)(3);
}

__global__ void of_a_lambda(int* out)
{
    out[threadIdx.x] = (*+[](int v) { return v + (int)blockIdx.x; })(3);
}

void run(int* out)
{
    dereferenced<<<8, 64>>>(out);
    in_brackets<<<8, 64>>>(out);
    conditional<<<8, 64>>>(out);
    behind_two<<<8, 64>>>(out);
    by_its_name<<<8, 64>>>(out);
    by_its_address<<<8, 64>>>(out);
    bracketed_name<<<8, 64>>>(out);
    of_a_member<<<8, 64>>>(out);
    cast<<<8, 64>>>(out);
    given<<<8, 64>>>(out);
    behind_a_comma<<<8, 64>>>(out);
    of_a_lambda<<<8, 64>>>(out);
}
