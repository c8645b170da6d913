// Arrays of objects that outlive a barrier: an instance of the template cannot make them of nothing, or nothing assigns
// them.
// refused: local | thread(x=2) | 18 | 'op' outlives a barrier, and its type has no default
// refused: inside | thread(x=2) | 34 | 'kept' outlives a barrier, and its type has no default
// refused: listed | block(x=2) | 41 | 'pair' outlives a barrier, and its type has no default
// refused: fixed | thread(x=2) | 54 | 'all' outlives a barrier, and its elements cannot be assigned
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

struct Fixed {
    int v;
    Fixed() = default;
    Fixed& operator=(const Fixed&) = delete;
};

__global__ void fixed(int* out)
{
    Fixed all[2];
    all[1].v = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = all[1].v;
}

int main()
{
    int* out;
    cudaMalloc(&out, 1024);
    local<Sum><<<4, 64>>>(out);
    inside<Sum><<<4, 64>>>(out);
    listed<Sum><<<4, 64>>>(out);
    fixed<<<4, 64>>>(out);
}
