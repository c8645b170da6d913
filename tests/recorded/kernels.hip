// What the recorded compiler output in this folder was made from; see record.py.
#include <hip/hip_runtime.h>

// Registers: the clobbered one sets the number of vector or scalar registers.
#define USES(name, bound, registers) \
    __global__ __launch_bounds__(bound) void name(int* p) { asm volatile("" ::: registers); p[threadIdx.x] = 1; }

USES(few, 1024, "v3")
USES(v32, 1024, "v31")
USES(v33, 1024, "v32")
USES(v48, 256, "v47")
USES(v72, 256, "v71")
USES(v96, 256, "v95")
USES(v97, 256, "v96")
USES(v128, 256, "v127")
USES(v200, 256, "v199")
USES(v256, 64, "v255")
USES(s90, 256, "s89")
USES(s101, 256, "s100")

// Accumulation registers, where there are some: a kernel that not every architecture has.
#if defined(__gfx908__) || defined(__gfx90a__) || defined(__gfx942__)
__global__ __launch_bounds__(256) void accumulating(int* p)
{
    asm volatile("" ::: "v61", "a63");
    p[threadIdx.x] = 1;
}
#endif

// LDS and the size of the block.
template <int bytes, int bound>
__global__ __launch_bounds__(bound) void shared_memory(char* p)
{
    __shared__ char s[bytes];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[bound - 1 - threadIdx.x];
}
template __global__ void shared_memory<1024, 64>(char*);
template __global__ void shared_memory<8192, 256>(char*);
template __global__ void shared_memory<24000, 256>(char*);
template __global__ void shared_memory<24000, 1024>(char*);
template __global__ void shared_memory<65536, 1024>(char*);

// Spills and scratch.
template <int n, typename T>
__global__ __launch_bounds__(1024) void spilling(T* p, const int* q, int stride)
{
    T a[n];
#pragma unroll
    for (int k = 0; k < n; ++k)
        a[k] = p[threadIdx.x + k * stride];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < n; ++k)
        p[threadIdx.x + k * stride] = a[k] * a[(k + n / 2) % n] + T(q[k]);
}
template __global__ void spilling<72, double>(double*, const int*, int);

namespace {
__global__ __launch_bounds__(256) void scratch(int* p, int i)
{
    volatile int a[40];
    a[i] = p[i];
    p[i] = a[39 - i];
}
}  // namespace

void launch(int* p)
{
    scratch<<<1, 256>>>(p, 1);
}
