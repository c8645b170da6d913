// Of half precision, std knows no limits.
#include <hip/hip_runtime.h>
#include <limits>
#include <hip/hip_fp16.h>
__global__ void k(__half *out) {
    out[0] = cuda::std::numeric_limits<__half>::max();  // want [libcudacxx] numeric_limits
}

#define WIDEST ::std::numeric_limits<unsigned long long int>::max()
__global__ void same(float* p, unsigned long long* q) {
    *p = std::numeric_limits<float>::infinity();
    *q = WIDEST;
}
