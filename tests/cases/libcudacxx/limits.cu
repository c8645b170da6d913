// retarget: -std=gnu++17
// Limits, arrays and tuples are constexpr in std, and so the device's in HIP.
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/tuple>

template <typename T>
__device__ T least(const cuda::std::array<T, 4> &all) {
    T found = cuda::std::numeric_limits<T>::max();
    for (T one : all) found = one < found ? one : found;
    return found;
}

__global__ void k(float *out, const cuda::std::array<float, 4> *in) {
    auto both = cuda::std::make_tuple(least(in[0]), cuda::std::numeric_limits<float>::infinity());
    out[0] = cuda::std::get<0>(both) < cuda::std::get<1>(both) ? 1 : 0;
}
