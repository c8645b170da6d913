// Member functions that the text of a call does not tell: specialised for one instance, run by a loop over a range.
// refused: of_one_instance | thread(x=2) | 43 | a template's argument or a value decides what this calls
// refused: by_another_member | block(x=2) | 28 | a template's argument or a value decides what this calls
// refused: of_a_nested_class | thread(x=2) | 26 | a template's argument or a value decides what this calls
// refused: steps | thread(x=2) | 46 | no call shows that 'operator++' runs here
// refused: begins | block(x=2) | 47 | no call shows that 'begin' runs here
// refused: of_a_base | thread(x=2) | 48 | this operator uses indices or waits
// refused: of_a_template | thread(x=2) | 49 | no analysis follows a loop over what
// refused: found_by_type | thread(x=2) | 50 | no analysis follows a loop over what
// refused: of_any_type | thread(x=2) | 52 | no analysis follows a loop over what
// refused: makes_an_object | thread(x=2) | 57 | this constructor uses indices or waits
// refused: of_a_local_class | thread(x=2) | 60 | of a class in a function, uses built-in indices
// refused: in_two_templates | thread(x=2) | 21 | a template in another, uses built-in indices
// refused: overrides | thread(x=2) | 66 | a template's argument or a value decides
// refused: ends_at_first | thread(x=2) | 51 | no call shows that 'end' runs here
// refused: placed_by_class | thread(x=2) | 69 | this may run an allocation function of the program's
// refused: placed_by_all | block(x=2) | 70 | this may run an allocation function of the program's
// refused: captures_in_member | thread(x=2) | 23 | a lambda uses an index here; capture by default
#include <cuda_runtime.h>
template <class T> struct Nested {
    template <class U> __device__ U as(U by) const { return by + (U)threadIdx.x; }
};
struct Lambdas { int n; __device__ int by() const { auto f = [](int x) { return x + (int)threadIdx.x; }; return f(n); } };
template <class T> struct Kept {
    T v;
    struct Inner { T w; __device__ T get() const { return w; } __device__ T twice() const { return get() * 2; } };
    __device__ T get() const { return v; }
    __device__ T twice() const { return get() * 2; }
};
template <> __device__ inline int Kept<int>::get() const { return v + threadIdx.x; }
template <> __device__ inline int Kept<int>::Inner::get() const { return w + threadIdx.x; }

struct Step { int k; __device__ int operator*() const { return k; } __device__ Step& operator++() { k += 1 + (threadIdx.x & 1); return *this; } __device__ bool operator!=(const Step& o) const { return k < o.k; } };
struct Steps { int n; __device__ Step begin() const { return {0}; } __device__ Step end() const { return {n}; } };
struct From { int a[4]; __device__ int* begin() { return a + (blockIdx.x & 1); } __device__ int* end() { return a + 4; } };
struct Taken { int k; __device__ int operator*() const { return k + threadIdx.x; } __device__ void operator++() { ++k; } __device__ friend bool operator==(const Taken& a, const Taken& b) { return a.k == b.k; } __device__ bool operator!=(const Taken& o) const { return k < o.k; } };
struct Base { __device__ Taken begin() const { return {0}; } __device__ Taken end() const { return {3}; } };
struct Derived : Base {};
template <class T> struct Cursor { T k; __device__ T operator*() const { return k; } __device__ void operator++() { ++k; } __device__ bool operator!=(const Cursor& o) const { return k < o.k + (T)threadIdx.x; } };
template <class T> struct Range { T n; __device__ Cursor<T> begin() const { return {0}; } __device__ Cursor<T> end() const { return {n}; } };
struct Ends { int a[3]; __device__ const int* begin() const { return a; } __device__ const int* end() const { return a + (threadIdx.x & 1); } };
struct Bare { int a[3]; };  __device__ int* begin(Bare& b) { return b.a + (threadIdx.x & 1); }  __device__ int* end(Bare& b) { return b.a + 3; }
__global__ void of_one_instance(int* out, int n) { Kept<int> k{n}; int x = k.get(); __syncthreads(); out[threadIdx.x] = x; }
__global__ void by_another_member(int* out, int n) { Kept<int> k{n}; int x = k.twice(); __syncthreads(); out[blockIdx.x] = x; }
__global__ void of_a_nested_class(int* out, int n) { Kept<int>::Inner k{n}; int x = k.twice(); __syncthreads(); out[threadIdx.x] = x; }
__global__ void steps(int* out, int n) { int s = 0; for (int v : Steps{n}) s = s * 3 + v; __syncthreads(); out[threadIdx.x] = s; }
__global__ void begins(int* out, int n) { int s = 0; From f{{1, 2, 3, n}}; for (int v : f) s = s * 3 + v; __syncthreads(); out[blockIdx.x] = s; }
__global__ void of_a_base(int* out, int n) { int s = 0; for (int v : Derived()) s = s * 3 + v; __syncthreads(); out[threadIdx.x] = s; }
__global__ void of_a_template(int* out, int n) { int s = 0; for (int v : Range<int>{n}) s = s * 3 + v; __syncthreads(); out[threadIdx.x] = s; }
__global__ void found_by_type(int* out, int n) { int s = 0; Bare b{{1, 2, n}}; for (int v : b) s = s * 3 + v; __syncthreads(); out[threadIdx.x] = s; }
__global__ void ends_at_first(int* out, int n) { int s = 0; for (int v : Ends{{1, 2, n}}) s += v; __syncthreads(); out[threadIdx.x] = s; }
template <class R> __global__ void of_any_type(int* out, R r) { int s = 0; for (int v : r) s = s * 3 + v; __syncthreads(); out[threadIdx.x] = s; }
template __global__ void of_any_type<Steps>(int*, Steps);

struct Place {
    int at; __device__ Place() : at(threadIdx.x) {} };
__global__ void makes_an_object(int* out) { Place p; out[blockIdx.x * 64 + threadIdx.x] = p.at; }
__global__ void of_a_local_class(int* out)
{
    struct Here { __device__ int t() const { return threadIdx.x; } };
    Here here; out[blockIdx.x * 64 + threadIdx.x] = here.t();
}
__global__ void in_two_templates(int* out) { Nested<int> a; out[blockIdx.x * 64 + threadIdx.x] = a.as(3); }
__global__ void captures_in_member(int* out) { Lambdas a{3}; out[blockIdx.x * 64 + threadIdx.x] = a.by(); }
struct Shape { __device__ virtual int area(int v) const { return v + threadIdx.x; } };
__global__ void overrides(int* out) { Shape s; Shape& r = s; out[blockIdx.x * 64 + threadIdx.x] = r.area(3); }
struct Own { int v; __device__ static void* operator new(size_t s, int* at) { return at + (threadIdx.x & 1); } __device__ static void operator delete(void*, int*) {} };
__device__ void* operator new(size_t s, int* at, int by) { return at + (blockIdx.x & by); }
__global__ void placed_by_class(int* out, int n) { int room[2] = {1, 2}; Own* p = new (room) Own{n}; p->v += 1; __syncthreads(); out[threadIdx.x] = room[0] + room[1] * 3; }
__global__ void placed_by_all(int* out, int n) { int room[2] = {1, 2}; int* p = new (room, 1) int(n); *p += 1; __syncthreads(); out[blockIdx.x] = room[0] + room[1] * 3; }
