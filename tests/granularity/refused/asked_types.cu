// A type that is asked of what each instance has its own of, where a template's argument decides what it is.
// refused: asked | thread(x=2) | 11 | 'sum' outlives a barrier, and its type asks for 'c'
// refused: asked | block(x=2) | 11 | 'sum' outlives a barrier, and its type asks for 'c'
#include <cuda_runtime.h>

template <class T> __global__ void asked(int* a, const T* in)
{
    __shared__ int s[64];
    int c = threadIdx.x + blockIdx.x * blockDim.x;
    const auto& b = (int)in[c] + 1;
    decltype(b + c) sum = a[c];
    s[threadIdx.x] = sum * 2;
    __syncthreads();
    a[c] = (int)sum + s[threadIdx.x ^ 1] + (int)b;
}

void launch(int* a, const float* in)
{
    asked<<<2, 64>>>(a, in);
}
