// What statements do, as the analysis sees it: each kernel's effects stand in front of it, a line for each kind.
#include <cstdio>
#include <cuda_runtime.h>
#include <functional>
#include <new>

struct Cell {
    int v[2];
    int* at;
};
struct Storing {
    int* at;
    __device__ Storing operator+(int x) const { at[0] = x; return *this; }
};
struct Kept {
    int* at;
    __device__ Kept& operator=(int x) { at[0] = x; return *this; }
};
struct Made {
    int v;
    __device__ Made(int* from) : v(from[1]) {}
};
__device__ int somewhere[64];
__device__ int* given() { return somewhere; }
__device__ int& larger(int& a, int& b) { return a < b ? b : a; }
__device__ int& element(int* a) { return a[2]; }
__device__ Cell& cellular(int* a) { return *(Cell*)a; }
__device__ Cell cell(int* a) { return {{a[0], a[1]}, a}; }
__device__ int summed(int* a, int i) { return a[i] + i; }
__device__ float summed(float* a, int i) { return a[i]; }
template <class F> __device__ void apply(F f) { f(1); }

// stores: a[4]
__global__ void calls_a_lambda(int* a)
{
    auto f = [&] { a[4] = 1; };
    f();
}

// stores: a[k]
// differ: a, f, k
__global__ void hands_a_lambda_on(int* a)
{
    auto f = [&](int k) { a[k] = 1; };
    apply(f);
}

// loads: below(a, a + 1)
// stores: below(a, a + 1)
__global__ void calls_a_functor_of_the_library(int* a)
{
    std::less<int*> below;
    below(a, a + 1);
}

// builtins: threadIdx.x
// differ: k, skipped
__global__ void jumps_to_labels(int* a)
{
    int k = 0, skipped = 0;
    if (a) {
    again:
        ++k;
        if (k < threadIdx.x) goto again;
    }
    if (a) {
        if (k > 3) goto end;
        skipped = 1;
    end:;
    }
}

// loads: a[3]
__global__ void captures(int* a)
{
    auto f = [v = a[3]] { return v; };
}

// impure: asm volatile("mov.u32 %0, %%clock;" : "=r"(clock))
// differ: clock
__global__ void asks_in_assembly(int* a)
{
    int clock;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(clock));
}

// impure: new int[4], delete[] p
// differ: p
__global__ void allocates(int* a)
{
    int* p = new int[4];
    delete[] p;
}

// loads: s + 3
// stores: s + 3
__global__ void adds_by_an_operator(int* a)
{
    Storing s = {a};
    s + 3;
}

// loads: k = 3
// stores: k = 3
__global__ void assigns_by_its_own(int* a)
{
    Kept k = {a};
    k = 3;
}

// impure: printf("%d", 3)
__global__ void prints(int* a)
{
    printf("%d", 3);
}

// loads: sincosf(1.0f, f, f + 1)
// stores: sincosf(1.0f, f, f + 1)
__global__ void computes_by_pointers(float* f)
{
    sincosf(1.0f, f, f + 1);
}

// loads: m(a)
__global__ void makes(int* a)
{
    Made m(a);
}

// loads: a[1], a[2], *a
// stores: a[1], a[2], *a
__global__ void updates(int* a)
{
    a[1] += 2;
    a[2]++;
    --*a;
}

// loads: a[1], a[2], a[3], cellular(a)
// stores: a ? a[1] : a[2], b, a[3], cellular(a).v[1]
__global__ void stores_to_one_of_several(int* a, int b)
{
    (a ? a[1] : a[2]) = 1;
    (b, a[3]) = 1;
    cellular(a).v[1] = 3;
}

// loads: element(a)
// stores: element(a)
__global__ void stores_by_reference(int* a)
{
    element(a) = 3;
}

// loads: b[5]
__global__ void takes_an_address(int* a, int* b)
{
    int* p = &a[b[5]];
}

// loads: c[b[1]].v[b[2]], b[1], b[2], c[b[3]].at, b[3], b[4]
// stores: c[b[3]].at[b[4]]
__global__ void reaches_a_member(Cell* c, int* b)
{
    int x = c[b[1]].v[b[2]];
    c[b[3]].at[b[4]] = x;
}

// loads: cell(a), a[7], cell(a + 1), a[8]
__global__ void reaches_a_copy(int* a)
{
    int x = cell(a).v[a[7]];
    Cell own = cell(a + 1);
    own.v[a[8]] = x;
}

// loads: summed(a, i)
template <class T> __global__ void calls_by_type(T* a, int i)
{
    T x = summed(a, i);
}

// loads: __ldg(a + 1)
// stores: __stcs(a + 2, x)
__global__ void loads_by_intrinsics(int* a)
{
    int x = __ldg(a + 1);
    __stcs(a + 2, x);
}

// barriers: __syncthreads()
// votes: __syncthreads_or(a[0])
// warp_operations: __shfl_sync(~0u, any, 1)
// loads: a[0]
// atomics: atomicAdd(a, other)
// differ: other
__global__ void waits(int* a)
{
    __syncthreads();
    int any = __syncthreads_or(a[0]);
    int other = __shfl_sync(~0u, any, 1);
    atomicAdd(a, other);
}

// loads: a[0]
// stores: a[1]
// volatiles: a[1], a[0]
__global__ void is_volatile(volatile int* a)
{
    a[1] = a[0];
}

// stores: a[n++], a[1]
// differ: last, n
__global__ void counts_what_it_stores(int* a)
{
    int n = 0, last;
    a[n++] = 2;
    last = a[1] = 3;
}

__global__ void counts_by_itself(int* a)
{
    int n = 0, m = 0, last;
    n++, m += n;
    last = n = 3;
}

// builtins: threadIdx.x
// differ: f, given
__global__ void gives_a_lambda_arguments(int* a)
{
    auto f = [](int given) { return 3; };
    f(threadIdx.x);
}

// builtins: threadIdx.x
// differ: f, k, later, n
__global__ void changes_a_lambda(int* a)
{
    auto f = [n = 0](int k) mutable { n += k; return n; };
    f(threadIdx.x);
    int later = f(0);
}

// builtins: threadIdx.x
// differ: f, k, n
__global__ void changes_what_is_captured(int* a)
{
    int n = 0, m = 0;
    auto f = [&](int k) { n = k; };
    f(threadIdx.x);
}

// loads: larger(x, y)
// stores: larger(x, y)
// builtins: threadIdx.x
// differ: x, y
__global__ void assigns_by_reference(int* a)
{
    int x = 1, y = 2, z = 3;
    larger(x, y) = threadIdx.x;
}

// stores: *given()
// differ: n
__global__ void stores_where_no_name_stands(int* a)
{
    int n = 0;
    *given() = n++;
}

// builtins: threadIdx.x
// differ: f, n, v
__global__ void assigns_in_a_capture(int* a)
{
    int n = 0;
    auto f = [v = (n = threadIdx.x)] { return v; };
}

__global__ void does_no_more_than_compute(int* a, int n)
{
    int own[3] = {n, 2, n * 3}, *p = own;
    Cell c = {{1, 2}, a};
    own[1] += c.v[0] * (int)sqrtf((float)n) + min(n, 3);
}

void launch(int* a, float* f)
{
    calls_by_type<<<1, 1>>>(a, 1);
    calls_by_type<<<1, 1>>>(f, 1);
}
