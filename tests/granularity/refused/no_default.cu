// Arrays of objects that outlive a barrier, of a type that an instance of the template cannot make of nothing.
// refused: local | thread(x=2) | 16 | 'op' outlives a barrier, and its type has no default
// refused: inside | thread(x=2) | 32 | 'kept' outlives a barrier, and its type has no default
// refused: listed | block(x=2) | 39 | 'pair' outlives a barrier, and its type has no default
#include <cuda_runtime.h>

struct Sum {
    int total;
    __device__ Sum(int v) : total(v) {}
    __device__ int add(int v) { return total += v; }
};

template <class Op> __global__ void local(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Op op[1] = {Op(i)};
    __syncthreads();
    out[i] += op[0].add(i);
}

template <class Op> __device__ int step(int* out, int i)
{
    Op kept[1] = {Op(i)};
    __syncthreads();
    out[i] = kept[0].add(i);
    return kept[0].add(i);
}

template <class Op> __global__ void inside(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int n = step<Op>(out, i);
    out[i] += n;
}

template <class T> __global__ void listed(int* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T pair[2] = {T(i), T(2)};
    __syncthreads();
    out[i] += pair[1].add(pair[0].add(i));
}

int main()
{
    int* out;
    cudaMalloc(&out, 1024);
    local<Sum><<<4, 64>>>(out);
    inside<Sum><<<4, 64>>>(out);
    listed<Sum><<<4, 64>>>(out);
}
