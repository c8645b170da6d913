// Names that mean another thing in a template behind the kernel, or in a function of another name.
// refused: called | thread(x=2) | 33 | another 'weigh' is declared behind the kernel
// refused: called | block(x=2) | 33 | another 'weigh' is declared behind the kernel
// refused: compared | thread(x=2) | 41 | another 'operator<' is declared behind the kernel
// refused: compared | bounds(64) | 41 | another 'operator<' is declared behind the kernel
// refused: added | bounds(64) | 50 | another 'operator+=' is declared behind the kernel
// refused: added | block(x=2) | 50 | another 'operator+=' is declared behind the kernel
// refused: named | thread(x=2) | 56 | this gives the name of the function, which a schedule changes
// refused: named | bounds(64) | 56 | this gives the name of the function, which a schedule changes
// refused: named_by_macro | thread(x=2) | 61 | this gives the name of the function, which a schedule changes
// refused: named_below | serial(x=2) | 26 | this gives the name of the function, which a schedule changes
// refused: counted | thread(x=2) | 78 | this counts how often it stands in the text
// refused: counted | bounds(64) | 78 | this counts how often it stands in the text
// refused: counted_by_macro | block(x=2) | 83 | this counts how often it stands in the text
// refused: befriended | thread(x=2) | 92 | another 'light' is declared behind the kernel
#include <cuda_runtime.h>
#define WHERE __FUNCTION__
#define HERE first_of(WHERE)

struct Base { int v; };
struct Derived : Base { int w; };
__device__ int weigh(const Base& b) { return b.v; }
__device__ bool operator<(const Base& a, int k) { return a.v < k; }
__device__ Base& operator+=(Base& a, const Base& b) { a.v += b.v; return a; }
__device__ int first_of(const char* text) { return text[0]; }
__device__ int letter() { return __PRETTY_FUNCTION__[7] + (int)threadIdx.x; }

__global__ void called(int* a)
{
    Derived d;
    d.v = d.w = threadIdx.x + blockIdx.x;
    __syncthreads();
    a[threadIdx.x] = weigh(d);
}

__global__ void compared(int* a)
{
    Derived d;
    d.v = d.w = threadIdx.x + blockIdx.x;
    __syncthreads();
    a[threadIdx.x] = d < 3;
}

__global__ void added(int* a)
{
    Derived d;
    Base b{2};
    d.v = d.w = threadIdx.x + blockIdx.x;
    __syncthreads();
    d += b;
    a[threadIdx.x] = d.v;
}

__global__ void named(int* a)
{
    a[threadIdx.x] = first_of(__func__);
}

__global__ void named_by_macro(int* a)
{
    a[threadIdx.x] = HERE;
}

__global__ void named_below(int* a)
{
    a[blockIdx.x] = letter();
}

__device__ int weigh(const Derived& d) { return d.v * 100 + d.w; }
__device__ bool operator<(const Derived& a, int k) { return a.w < k; }
__device__ Derived& operator+=(Derived& a, const Base& b) { a.w += b.v; return a; }

#define PASTED_(a, b) a##b
#define PASTED(a, b) PASTED_(a, b)
#define UNIQUE(name) PASTED(name, __COUNTER__)
__global__ void counted(int* a)
{
    a[threadIdx.x] = __COUNTER__;
}

__global__ void counted_by_macro(int* a)
{
    int UNIQUE(v) = 3;
    a[threadIdx.x] = 4;
}

struct Later;
__device__ int light(const Later* l);
__global__ void befriended(Later* l, int* a)
{
    Later* own = l;
    a[threadIdx.x] = light(own);
}

struct Later {
    int v;
    friend __device__ int light(Later* l) { return l->v; }
};
