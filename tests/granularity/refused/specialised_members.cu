// Members of class templates with explicit specialisations that use indices, where the templates themselves do not.
// refused: constructs | thread(x=2) | 24 | this constructor uses indices or waits
// refused: constructs_in_method | block(x=2) | 21 | no call shows that 'Kept' runs here
// refused: constructs_in_function | thread(x=2) | 22 | no call shows that 'Kept' runs here
// refused: converts | thread(x=2) | 27 | decides what this calls, and it may use indices
// refused: adds | block(x=2) | 28 | decides what this calls, and it may use indices
// refused: ends | thread(x=2) | 29 | a destructor that does more than compute runs at the end of this object
// refused: steps | thread(x=2) | 30 | no call shows that 'operator++' runs here
// refused: assigns | thread(x=2) | 31 | no call shows that 'operator=' runs here
#include <cuda_runtime.h>
template <class T> struct Kept { T v; __device__ Kept(T x) : v(x) {} };
template <> __device__ inline Kept<int>::Kept(int x) : v(x + threadIdx.x + blockIdx.x) {}
template <class T> struct Read { T v; __device__ operator int() const { return (int)v; } __device__ T plus(T o) const { return v + o; } };
template <> __device__ inline Read<float>::operator int() const { return (int)v + threadIdx.x; }
template <> __device__ inline short Read<short>::plus(short o) const { return v + o + blockIdx.x; }
template <class T> struct End { T* p; __device__ End(T* q) : p(q) {} __device__ ~End() {} };
template <> __device__ inline End<int>::~End() { *p += threadIdx.x; }
template <class T> struct Hop { T k; __device__ T operator*() const { return k; } __device__ Hop& operator++() { ++k; return *this; } __device__ bool operator!=(const Hop& o) const { return k < o.k; } };
template <> __device__ inline Hop<int>& Hop<int>::operator++() { k += 1 + (threadIdx.x & 1); return *this; }
struct Hops { int n; __device__ Hop<int> begin() const { return {0}; } __device__ Hop<int> end() const { return {n}; } };
template <class T> struct Wrap { T n; __device__ int made() const { Kept<T> k(n); return (int)k.v; } };
template <class T> __device__ int made(T n) { Kept<T> k(n); return k.v; }
template <class T> struct Told { T v; __device__ Told& operator=(const Told& o) { v = o.v; return *this; } }; template <> __device__ inline Told<int>& Told<int>::operator=(const Told<int>& o) { v = o.v + threadIdx.x; return *this; } struct Holds { Told<int> a; };
__global__ void constructs(int* out, int n) { Kept<int> k(n); int x = k.v; __syncthreads(); out[threadIdx.x] = x; }
__global__ void constructs_in_method(int* out, int n) { Wrap<int> k{n}; int x = k.made(); __syncthreads(); out[blockIdx.x] = x; }
__global__ void constructs_in_function(int* out, int n) { int x = made(n); __syncthreads(); out[threadIdx.x] = x; }
__global__ void converts(int* out, float n) { Read<float> k{n}; int x = k; __syncthreads(); out[threadIdx.x] = x; }
__global__ void adds(int* out, short n) { Read<short> k{n}; int x = k.plus(n); __syncthreads(); out[blockIdx.x] = x; }
__global__ void ends(int* out, int n) { int x = n; { End<int> e(&x); x += 1; } __syncthreads(); out[threadIdx.x] = x; }
__global__ void steps(int* out, int n) { int x = 0; for (int v : Hops{n}) x = x * 3 + v; __syncthreads(); out[threadIdx.x] = x; }
__global__ void assigns(int* out, int n) { Holds a, b; a.a.v = n; b.a.v = 2; b = a; int x = b.a.v; __syncthreads(); out[threadIdx.x] = x; }
