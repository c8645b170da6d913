// What gives each thread a value of its own, however it is spelled: a barrier behind it is refused at its place.
// refused: by_ticket | block(x=2) | 43 | this barrier stands under control flow that instances do not share
// refused: by_volatile | block(x=2) | 50 | this barrier stands under control flow that instances do not share
// refused: by_variable | block(x=2) | 58 | this barrier stands under control flow that instances do not share
// refused: by_new | block(x=2) | 65 | this barrier stands under control flow that instances do not share
// refused: by_clock | block(x=2) | 72 | this barrier stands under control flow that instances do not share
// refused: by_call | block(x=2) | 84 | this barrier stands under control flow that instances do not share
// refused: by_inner_call | block(x=2) | 101 | this barrier stands under control flow that instances do not share
// refused: by_functor | block(x=2) | 115 | this barrier stands under control flow that instances do not share
// refused: by_either | block(x=2) | 124 | this barrier stands under control flow that instances do not share
// refused: by_comma | block(x=2) | 133 | this barrier stands under control flow that instances do not share
// refused: by_moved_pointer | block(x=2) | 142 | this barrier stands under control flow that instances do not share
// refused: by_step | block(x=2) | 150 | this barrier stands under control flow that instances do not share
// refused: by_reference | block(x=2) | 163 | this barrier stands under control flow that instances do not share
// refused: by_lambda | block(x=2) | 173 | this barrier stands under control flow that instances do not share
// refused: by_argument_of_lambda | block(x=2) | 183 | this barrier stands under control flow that instances do not share
// refused: by_mutable | block(x=2) | 192 | this barrier stands under control flow that instances do not share
// refused: by_lambda_handed_on | block(x=2) | 208 | this barrier stands under control flow that instances do not share
// refused: by_lambda_in_constructor | block(x=2) | 225 | this barrier stands under control flow that instances do not share
// refused: by_lambda_in_object | block(x=2) | 245 | this barrier stands under control flow that instances do not share
// refused: by_capture | block(x=2) | 253 | this barrier stands under control flow that instances do not share
// refused: by_assembly | block(x=2) | 262 | this barrier stands under control flow that instances do not share
// refused: by_nested | block(x=2) | 271 | this barrier stands under control flow that instances do not share
// refused: by_end_of_loop | block(x=2) | 283 | this barrier stands under control flow that instances do not share
// refused: by_range | block(x=2) | 299 | this barrier stands under control flow that instances do not share
// refused: by_address | block(x=2) | 308 | this barrier stands under control flow that instances do not share
// refused: by_subscript | block(x=2) | 317 | this barrier stands under control flow that instances do not share
// refused: by_pointer | block(x=2) | 327 | this barrier stands under control flow that instances do not share
// refused: by_store_with_it | block(x=2) | 337 | this barrier stands under control flow that instances do not share
// refused: by_operator | block(x=2) | 355 | this barrier stands under control flow that instances do not share
// refused: by_member_operator | block(x=2) | 362 | this barrier stands under control flow that instances do not share
// refused: by_conversion | block(x=2) | 369 | this barrier stands under control flow that instances do not share
// refused: by_goto | unroll(4) | 373 | it has no loop that all threads go through alike
#include <cuda_runtime.h>
#include <cstdlib>

#define AT (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void by_ticket(int *out)
{
    int ticket = atomicAdd(out, 1);
    if (ticket % 64 < 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_volatile(volatile int *out)
{
    if (*out > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_variable(int *out)
{
    volatile int limit = out[0];
    if (limit > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_new(int *out)
{
    if (new int(3))
        __syncthreads();
    out[1] = 2;
}

__global__ void by_clock(int *out)
{
    if (clock() > 3)
        __syncthreads();
    out[1] = 2;
}

__device__ int taken(int *from)
{
    return atomicAdd(from, 1);
}

__global__ void by_call(int *out)
{
    if (taken(out) > 3)
        __syncthreads();
    out[1] = 2;
}

__device__ int inner()
{
    return AT;
}

__device__ int outer()
{
    return inner() + 1;
}

__global__ void by_inner_call(int *out)
{
    if (outer() > 3)
        __syncthreads();
    out[1] = 2;
}

struct Count {
    int n;
    __device__ int operator()(int by) { return n += by; }
};

template <class F>
__global__ void by_functor(F f, int *out)
{
    out[0] = f(AT);
    if (f.n > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_either(int n, int *out)
{
    int a = 0, b = 0;
    (n ? a : b) = AT;
    if (a > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_comma(int n, int *out)
{
    int a = 0;
    (n++, a) = AT;
    if (a > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_moved_pointer(int n, int *out)
{
    int a[2] = {0, 0};
    *(a + 1) = AT;
    if (a[1] > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_step(int n, int *out)
{
    ++n = AT;
    if (n > 3)
        __syncthreads();
    out[1] = 2;
}

__device__ int &same(int &a)
{
    return a;
}

__global__ void by_reference(int n, int *out)
{
    same(n) = AT;
    if (n > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_lambda(int n, int *out)
{
    int *p = &n;
    auto f = [=] { *p = AT; };
    f();
    if (n > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_argument_of_lambda(int n, int *out)
{
    int *p = &n;
    auto f = [=](int k) { *p = k; };
    f(AT);
    if (n > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_mutable(int n, int *out)
{
    auto f = [n](int k) mutable { return n += k; };
    f(AT);
    if (f(0) > 3)
        __syncthreads();
    out[1] = 2;
}

template <class F>
__device__ void run(F f)
{
    f(3);
}

__global__ void by_lambda_handed_on(int n, int *out)
{
    int *p = &n;
    auto f = [=](int k) { *p = k + AT; };
    run(f);
    if (n > 3)
        __syncthreads();
    out[1] = 2;
}

struct Runs {
    template <class F>
    __device__ Runs(F f, int k)
    {
        f(k);
    }
};

__global__ void by_lambda_in_constructor(int n, int *out)
{
    int *p = &n;
    Runs runs([=](int k) { *p = k; }, AT);
    if (n > 3)
        __syncthreads();
    out[1] = 2;
}

template <class F>
struct Wrapped {
    F f;
};

template <class F>
__device__ Wrapped<F> wrapped(F f)
{
    return {f};
}

__global__ void by_lambda_in_object(int n, int *out)
{
    auto w = wrapped([&](int k) { n = k; });
    w.f(AT);
    if (n > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_capture(int n, int *out)
{
    auto f = [k = (n = AT)] { return k; };
    if (n > 3)
        __syncthreads();
    out[1] = 2;
    f();
}

__global__ void by_assembly(int n, int *out)
{
    asm("mov.u32 %0, %1;" : "=r"(n) : "r"(AT));
    if (n > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_nested(int n, int *out)
{
    int a;
    a = n = AT;
    if (n > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_end_of_loop(int n, int *out)
{
    for (;;) {
        n++;
        if (n > AT)
            break;
    }
    if (n > 3)
        __syncthreads();
    out[1] = 2;
}

struct Mine {
    int *first;
    __device__ int *begin() const { return first + 3; }
    __device__ int *end() const { return first + 512; }
};

__global__ void by_range(int *out)
{
    int n = 0;
    for (int v : Mine{out})
        n++;
    if (n > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_address(int *out)
{
    __shared__ int tile[64];
    int &first = tile[0];
    if (&first == out)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_subscript(int n, int *out)
{
    int a[4] = {};
    a[AT % 4] = 1;
    if (a[0])
        __syncthreads();
    out[1] = 2;
}

__global__ void by_pointer(int n, int *out)
{
    int *p = &n;
    int *q = p;
    *q = AT;
    if (n > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_store_with_it(int *out)
{
    int n = 0;
    if (AT > 3)
        out[AT] = n = 1;
    if (n)
        __syncthreads();
    out[1] = 2;
}

struct Whose {
    int n;
    __device__ int operator+(int b) const { return b + AT; }
    __device__ operator int() const { return AT; }
};

__device__ int operator*(Whose a, int b)
{
    return a.n * b + AT;
}

__global__ void by_operator(Whose w, int *out)
{
    if (w * 3 > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_member_operator(Whose w, int *out)
{
    if (w + 3 > 3)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_conversion(Whose w, int *out)
{
    if (w)
        __syncthreads();
    out[1] = 2;
}

__global__ void by_goto(int n, int *out)
{
    for (int i = 0; i < n; i++) {
        out[AT] += i;
        if (AT > 3)
            goto end;
    }
end:
    out[AT] = 1;
}
