// Indices in constructors' and lambdas' default arguments, and references to them that live on.
// refused: made | thread(x=2) | 18 | it is not known what 'Made' does
// refused: of_a_lambda | thread(x=2) | 24 | no analysis follows a default argument of a lambda
// refused: referred | thread(x=2) | 32 | 't' outlives a barrier, and its type has no name
#include <cuda_runtime.h>

#define AT (blockIdx.x * blockDim.x + threadIdx.x)

struct Made {
    int t;
    __device__ Made(int k = 3 * threadIdx.x) : t(k) {}
};



__global__ void made(int *out)
{
    Made m;
    out[AT] = m.t;
}

__global__ void of_a_lambda(int *out)
{
    auto g = [](int k, int t = threadIdx.x + blockIdx.x * 10) { return k + t; };
    int y = g(4);
    __syncthreads();
    out[AT] = y;
}

__global__ void referred(int *out)
{
    const auto &t = threadIdx;
    __syncthreads();
    out[blockIdx.x * blockDim.x + t.x] = t.x;
}

int main()
{
    int *out;
    cudaMalloc(&out, 1024);
    made<<<4, 64>>>(out);
    of_a_lambda<<<4, 64>>>(out);
    referred<<<4, 64>>>(out);
}
