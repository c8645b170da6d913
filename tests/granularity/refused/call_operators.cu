// Call operators that use indices, where a call does not name them, or is not spelled as one.
// refused: by_macro | thread(x=2) | 27 | is not spelled as a call
// (bounds alone hand on no indices)
// refused: of_template | thread(x=2) | 15 | decides what this calls
// refused: of_kernel | block(x=2) | 39 | decides what this calls
// refused: virtual_one | thread(x=2) | 44 | decides what this calls
// refused: of_instance | thread(x=2) | 50 | decides what this calls
#include <cuda_runtime.h>
#define APPLY(f, v) f(v)

struct Placed {
    int k;
    __device__ int operator()(int v) const { return v * k + (int)threadIdx.x; }
};
template <class F> __device__ int applied(F f, int v) { return f(v) + 1; }
struct Plain {
    __device__ int operator()(int v) const { return v ^ 5; }
};
struct Virtual {
    __device__ virtual int operator()(int v) const { return v + (int)blockIdx.x; }
};
template <class F> __device__ int plainly(F f, int v) { return f(v) + 2; }

__global__ void by_macro(int* out)
{
    Placed p{3};
    out[threadIdx.x] = APPLY(p, 3);
}

__global__ void of_template(int* out)
{
    out[threadIdx.x] = applied(Placed{2}, 3);
    out[threadIdx.x] += plainly(Plain{}, 2);
}

template <class F>
__global__ void of_kernel(int* out, F f)
{
    out[threadIdx.x] = f(2);
}

__global__ void virtual_one(const Virtual& v, int* out)
{
    out[threadIdx.x] = v(2);
}

template <class F>
__global__ void of_instance(int* out, F f)
{
    out[blockIdx.x] = f(threadIdx.x);
}

typedef int (*Pointer)(int);
void run(int* out, Pointer pointer)
{
    of_kernel<<<4, 64>>>(out, Placed{2});
    of_instance<<<4, 64>>>(out, Plain{});
    of_instance<<<4, 64>>>(out, pointer);
}
