// Of half precision, std knows no limits.
#include <cuda/std/limits>
#include <cuda_fp16.h>
__global__ void k(__half *out) {
    out[0] = cuda::std::numeric_limits<__half>::max();
}

#define WIDEST ::cuda::std::numeric_limits<unsigned long long int>::max()
__global__ void same(float* p, unsigned long long* q) {
    *p = cuda::std::numeric_limits<float>::infinity();
    *q = WIDEST;
}

template <typename T>
__device__ T most() {
    return ::cuda::std::numeric_limits<T>::max();
}
