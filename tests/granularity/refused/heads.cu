// Statements in front of conditions and ranges, which the parser shows in part or not at all.
// refused: before_if | thread(x=2) | 19 | no analysis follows a statement in front of a condition or range
// refused: assigned_before_if | thread(x=2) | 26 | no analysis follows a statement in front of a condition or range
// refused: before_switch | thread(x=2) | 34 | no analysis follows a statement in front of a condition or range
// refused: before_switch_of_macro | block(x=2) | 45 | no analysis follows a statement in front of a condition or range
// refused: before_if_of_macro | block(x=2) | 53 | no analysis follows a statement in front of a condition or range
//
#include <cuda_runtime.h>

#define AT (blockIdx.x * blockDim.x + threadIdx.x)
#define CHOOSE(x) switch (int t = x; t & 1)
#define WHEN(x) if (int t = x; t & 1)

__device__ int kept(int *to) { return *to = threadIdx.x + 3; }

__global__ void before_if(int *out)
{
    int at = AT;
    if (int t = threadIdx.x; t > 20) out[at] = t;
}

__global__ void assigned_before_if(int *out)
{
    int at = AT, t;
    __syncthreads();
    if (t = threadIdx.x; t > 20) out[at] = t;
}

__global__ void before_switch(int *out)
{
    int at = AT, w = 0;
    __syncthreads();

    switch (int t = kept(&w); out[0] & 1) {
    case 1: w += t; break;
    default: w -= 1;
    }
    out[at] = w;
}

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

int main()
{
    int *out;
    cudaMalloc(&out, 1024);
    before_if<<<4, 64>>>(out);
    assigned_before_if<<<4, 64>>>(out);
    before_switch<<<4, 64>>>(out);
    before_switch_of_macro<<<4, 64>>>(out);
    before_if_of_macro<<<4, 64>>>(out);
}
