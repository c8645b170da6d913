// Indices in constructors' and lambdas' default arguments.
// refused: made | thread(x=2) | 18 | retarget does not know what 'Made' does
// refused: of_a_lambda | thread(x=2) | 24 | no analysis follows a default argument of a lambda
//
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

int main()
{
    int *out;
    cudaMalloc(&out, 1024);
    made<<<4, 64>>>(out);
    of_a_lambda<<<4, 64>>>(out);
}
