// One kernel for each condition that no other case asks for.
// refused: by_variable | thread(x=2) | 25 | this type depends on what each instance has for itself
// refused: with_its_type | thread(x=2) | 34 | the type of this shared memory is declared with it, and not by itself
// refused: in_an_expression | thread(x=2) | 44 | '__syncthreads' is part of a larger statement
// refused: calls_spelled | block(x=2) | 17 | 'spelled', which a macro spells, uses built-in indices
// refused: calls_hiding | block(x=2) | 16 | 'hides' uses built-in indices, and has variables of their names
// refused: meets_early | thread(x=2) | 19 | 'meet_early' holds a barrier, and returns before its end
// refused: meets_inside | thread(x=2) | 64 | holds a barrier
// refused: counted | pack(x=2) | 67 | this vote counts the threads of a block
// refused: exchanged | pack(x=3) | 71 | this exchange between lanes needs whole warps
// refused: exchanged | thread(x=4, consecutive) | 71 | this exchange between lanes needs whole warps
// refused: loads_nothing | share() | 74 | it loads nothing
// refused: stores_nothing | streaming(stores) | 76 | it has no store to an array that it does not read
#define NUMBER(name) __device__ int name(int x) { return x + threadIdx.x; }

__device__ int hides(int x) { int blockDim = 3; return x + threadIdx.x * blockDim; }
NUMBER(spelled)
__device__ int meet(int* s) { __syncthreads(); return s[0]; }
__device__ int meet_early(int* s) { __syncthreads(); if (s[0] > 3) return 1; return s[0]; }

__global__ void by_variable(int* out)
{
    int n = 4;
    struct Cell { int v[4]; } first = {{n}};
    typedef decltype(n) Kind;
    __shared__ Kind s[64];
    s[threadIdx.x] = threadIdx.x + first.v[0];
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void with_its_type(int* out)
{
    __shared__ struct { int a; } s[64];
    s[threadIdx.x].a = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x].a;
}

__global__ void in_an_expression(int* out, int n)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    n > 3 && (__syncthreads(), 1);
    out[threadIdx.x] = s[63 - threadIdx.x];
}

__global__ void calls_spelled(int* out) { out[blockIdx.x * 64 + threadIdx.x] = spelled(1); }

__global__ void calls_hiding(int* out) { out[blockIdx.x * 64 + threadIdx.x] = hides(1); }

__global__ void meets_early(int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    int v = meet_early(s);
    out[threadIdx.x] = v + s[63 - threadIdx.x];
}

__global__ void meets_inside(int* out)
{
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = (s[threadIdx.x] += 2) + meet(s);
}

__global__ void counted(int* out) { out[blockIdx.x * 64 + threadIdx.x] = __syncthreads_count(threadIdx.x & 1); }

__global__ void __launch_bounds__(16) exchanged(int* out)
{
    out[blockIdx.x * 16 + threadIdx.x] = __shfl_xor_sync(0xffff, (int)threadIdx.x, 3);
}

__global__ void loads_nothing(int* out) { out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x; }

__global__ void stores_nothing(int* out) { out[blockIdx.x * 64 + threadIdx.x] += 1; }

int main()
{
    int* out;
    cudaMalloc(&out, 640 * sizeof(int));
#define RUN(kernel) kernel<<<4, 64>>>(out)
    RUN(with_its_type); RUN(by_variable); RUN(calls_spelled); RUN(calls_hiding);
    RUN(meets_early); RUN(meets_inside); RUN(counted); RUN(loads_nothing);
    RUN(stores_nothing);
    in_an_expression<<<1, 64>>>(out, 4);
    exchanged<<<4, 16>>>(out);
}
