// What a template's argument decides: constructors, conversions and destructors that do more than compute.
// refused: declares | thread(x=2) | 32 | no call shows that 'Placed' runs here
// refused: holds | thread(x=2) | 23 | no call shows that 'Placed' runs here
// refused: converts | thread(x=2) | 44 | no call shows that 'Placed' runs here
// refused: counts | thread(x=2) | 51 | no call shows that 'Counting' runs here
// refused: loads | thread(x=2) | 57 | no call shows that 'Loading' runs here
// refused: ends | thread(x=2) | 64 | no call shows that '~Telling' runs here
// refused: reads | thread(x=2) | 70 | no call shows that 'operator int' runs here
// refused: by_declaration | thread(x=2) | 24 | no call shows that 'Placed' runs here
// refused: by_list | thread(x=2) | 25 | no call shows that 'Placed' runs here
// refused: by_name | thread(x=2) | 26 | no call shows that 'Placed' runs here
// refused: by_cast | thread(x=2) | 27 | no call shows that 'Placed' runs here
// refused: by_argument | thread(x=2) | 81 | this constructor uses indices or waits
// refused: by_result | thread(x=2) | 29 | no call shows that 'Placed' runs here
// refused: by_reading | thread(x=2) | 30 | no call shows that 'operator int' runs here
#include <cuda_runtime.h>

struct Placed { int at; __device__ Placed(int x) : at(x + threadIdx.x + blockIdx.x) {} __device__ operator int() const { return at; } };
struct Counting { int at; __device__ Counting(int& from) : at(from++) {} };
struct Loading { int at; __device__ Loading(const int* from) : at(*from) {} };
struct Asking { int at; __device__ operator int() const { return at + threadIdx.x; } };
struct Telling { int* to; __device__ ~Telling() { *to = threadIdx.x; } };
template <class T> struct Held { T made; __device__ Held(int x) : made(x) {} };
template <class T> __device__ int declared_as(int x) { T made(x); return made; }
template <class T> __device__ int listed_as(int x) { T made = {x}; return made.at; }
template <class T> __device__ int made_as(int x) { return T(x).at; }
template <class T> __device__ int cast_to(int x) { return static_cast<T>(x); }
template <class T> __device__ int passed_as(T x) { return x.at; }
template <class T> __device__ T returned_as(int x) { return x; }
template <class T> __device__ int read_as(T x) { return x; }

template <class T> __global__ void declares(int* out, int n)
{
    T made(n);
    out[threadIdx.x] = made.at;
}

template <class T> __global__ void holds(int* out, int n)
{
    Held<T> made(n);
    out[threadIdx.x] = made.made.at;
}

template <class T> __global__ void converts(int* out, int n)
{
    T made = n;
    int held = made;
    out[threadIdx.x] = held;
}

template <class T> __global__ void counts(int* out, int n)
{
    T made(n);
    out[threadIdx.x] = made.at + n;
}

template <class T> __global__ void loads(int* out, int n)
{
    out[n] = 3;
    T made(out + n);
    out[threadIdx.x] = made.at;
}

template <class T> __global__ void ends(int* out, int n)
{
    T made = {out + n};
    out[threadIdx.x] = n;
}

template <class T> __global__ void reads(int* out, int n)
{
    T made = {n};
    int held = made;
    out[threadIdx.x] = held;
}

__global__ void by_declaration(int* out, int n) { out[threadIdx.x] = declared_as<Placed>(n); }
__global__ void by_list(int* out, int n) { out[threadIdx.x] = listed_as<Placed>(n); }
__global__ void by_name(int* out, int n) { out[threadIdx.x] = made_as<Placed>(n); }
__global__ void by_cast(int* out, int n) { out[threadIdx.x] = cast_to<Placed>(n); }
__global__ void by_argument(int* out, int n) { out[threadIdx.x] = passed_as<Placed>(n); }
__global__ void by_result(int* out, int n) { out[threadIdx.x] = returned_as<Placed>(n).at; }
__global__ void by_reading(int* out, int n) { out[threadIdx.x] = read_as(Asking{n}); }

void run(int* out, int n)
{
    declares<Placed><<<4, 64>>>(out, n);
    holds<Placed><<<4, 64>>>(out, n);
    converts<Placed><<<4, 64>>>(out, n);
    counts<Counting><<<4, 64>>>(out, n);
    loads<Loading><<<4, 64>>>(out, n);
    ends<Telling><<<4, 64>>>(out, n);
    reads<Asking><<<4, 64>>>(out, n);
    by_declaration<<<4, 64>>>(out, n);
    by_list<<<4, 64>>>(out, n);
    by_name<<<4, 64>>>(out, n);
    by_cast<<<4, 64>>>(out, n);
    by_argument<<<4, 64>>>(out, n);
    by_result<<<4, 64>>>(out, n);
    by_reading<<<4, 64>>>(out, n);
}
