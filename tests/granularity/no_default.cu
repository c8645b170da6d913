// Types that cannot be made of nothing, that of a template's argument too: parameters, and values that are stored.
// schedule: thread(x=2)
// schedule: block(x=4)
// schedule: serial(x=2)
#include <cstdio>

struct Sum {
    int total;
    __host__ __device__ Sum(int v) : total(v) {}
    __host__ __device__ Sum& operator+=(const Sum& other) { total += other.total; return *this; }
    __host__ __device__ int add(int v) { return total += v; }
};

template <class Op> __global__ void of_parameter(int* out, Op op)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = op.add(i);
    __syncthreads();
    out[i] += op.add(i);
}

__device__ Sum twice(Sum v) { return Sum(2 * v.total); }

__global__ void of_value(Sum* out, const Sum* in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = twice(in[i]);
    out[i] += in[i];
}

template <class T> __global__ void of_typed_value(T* out, const T* in)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += in[i];
    out[i + 256] = in[255 - i];
}

int main()
{
    int *one, *two, shown[512];
    cudaMalloc(&one, sizeof shown);
    cudaMalloc(&two, sizeof shown);
    cudaMemset(one, 0, sizeof shown);
    of_parameter<<<4, 64>>>(one, Sum(3));
    of_value<<<4, 64>>>((Sum*)two, (const Sum*)one);
    of_typed_value<<<4, 64>>>((Sum*)one, (const Sum*)two);
    of_typed_value<<<4, 64>>>(one, (const int*)two);
    cudaMemcpy(shown, one, sizeof shown, cudaMemcpyDeviceToHost);
    long all = 0;
    for (int v : shown) all = all * 31 + v;
    printf("%ld\n", all);
}
