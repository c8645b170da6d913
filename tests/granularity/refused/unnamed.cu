// Variables that are members of an object without a name, which would be one for all instances.
// refused: unnamed | block(x=2) | 9 | no analysis follows an object without a name
// refused: of_a_function | thread(x=2) | 17 | no analysis follows an object without a name
#include <cuda_runtime.h>

__global__ void unnamed(int* out, const int* in)
{
    union { int given; unsigned seen; };
    given = in[threadIdx.x + blockIdx.x * 64];
    __syncthreads();
    out[threadIdx.x + blockIdx.x * 64] = (int)seen;
}

__device__ unsigned bits(float v)
{
    union { float number; unsigned bits; };
    number = v;
    return bits;
}

__global__ void of_a_function(unsigned* out)
{
    out[threadIdx.x] = bits(threadIdx.x);
}
