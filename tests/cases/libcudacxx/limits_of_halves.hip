// Of half precision, std knows no limits.
#include <hip/hip_runtime.h>
#include "retarget_hip/half_limits.h"
#include <limits>
#include <hip/hip_fp16.h>
__global__ void k(__half *out) {
    out[0] = retarget_hip::numeric_limits<__half>::max();
}

#define WIDEST ::std::numeric_limits<unsigned long long int>::max()
__global__ void same(float* p, unsigned long long* q) {
    *p = std::numeric_limits<float>::infinity();
    *q = WIDEST;
}

template <typename T>
__device__ T most() {
    return ::retarget_hip::numeric_limits<T>::max();
}
