// Statements in front of conditions and ranges, which the parser shows in part or not at all.
// refused: returns_inside | thread(x=2) | 83 | no analysis follows a jump out of statements in an expression
// refused: breaks_inside | block(x=2) | 84 | no analysis follows a jump out of statements in an expression
// refused: waits_inside | block(x=2) | 85 | is part of a larger statement
// (`before_if_of_macro`, `before_switch_of_macro` and `assigned_in_macro` are expanded, and then written out)
//
//
// refused: head_in_macro | thread(x=2) | 50 | no analysis follows a statement in front of a condition or range
// refused: inside_of_head | thread(x=2) | 56 | no analysis follows a statement in front of a condition or range
// refused: semicolon_in_argument | thread(x=2) | 62 | no analysis follows a statement in front of a condition or range
// refused: switch_in_macro | thread(x=2) | 68 | no analysis follows a statement in front of a condition or range
//
#include <cuda_runtime.h>

#define AT (blockIdx.x * blockDim.x + threadIdx.x)
#define CHOOSE(x) switch (int t = x; t & 1)
#define WHEN(x) if (int t = x; t & 1)
#define IF(x) if (ok = x; ok)
#define BOTH(x) ok = x; ok
#define HEAD(x) (BOTH(x))
#define SAME(...) __VA_ARGS__
#define SELECT(x) (n = x; n & 1)

__device__ int kept(int *to) { return *to = threadIdx.x + 3; }

__global__ void before_switch_of_macro(int *out)
{
    int at = AT;

    CHOOSE(threadIdx.x) { case 0: out[at] = t; break; default: out[at] = 2 * t; }
}

__global__ void before_if_of_macro(int *out)
{
    int at = AT;


    WHEN(threadIdx.x) { out[at] = t; }
}

__global__ void assigned_in_macro(int *out)
{
    bool ok;
    IF(threadIdx.x > 20) { out[AT] = 1; }
}

__global__ void head_in_macro(int *out)
{
    bool ok;
    if HEAD(threadIdx.x > 20) { out[AT] = 1; }
}

__global__ void inside_of_head(int *out)
{
    bool ok;
    if (BOTH(threadIdx.x > 20)) { out[AT] = 1; }
}

__global__ void semicolon_in_argument(int *out)
{
    bool ok;
    if (SAME(ok = threadIdx.x > 5; ok)) { out[AT] = 1; }
}

__global__ void switch_in_macro(int *out)
{
    int n = 0;
    switch SELECT(threadIdx.x) { case 1: out[AT] = n; }
}

int main()
{
    int *out;
    cudaMalloc(&out, 1024);
    before_switch_of_macro<<<4, 64>>>(out);
    before_if_of_macro<<<4, 64>>>(out);
    assigned_in_macro<<<4, 64>>>(out);
    head_in_macro<<<4, 64>>>(out);
    inside_of_head<<<4, 64>>>(out);
    semicolon_in_argument<<<4, 64>>>(out);
    switch_in_macro<<<4, 64>>>(out);
}
__global__ void returns_inside(int* out, const int* in) { out[threadIdx.x] = ({ if (in[threadIdx.x] > 5) return; in[threadIdx.x]; }); }
__global__ void breaks_inside(int* out, const int* in) { for (int k = 0; k < 5; ++k) { out[blockIdx.x] += ({ if (in[k] > blockIdx.x) break; k; }); } }
__global__ void waits_inside(int* out) { __shared__ int s[64]; s[threadIdx.x] = blockIdx.x; int v = ({ __syncthreads(); s[63 - threadIdx.x]; }); out[blockIdx.x * 64 + threadIdx.x] = v; }
