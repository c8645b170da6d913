// retarget: -std=gnu++17
// Limits, arrays and tuples are constexpr in std, and so the device's in HIP.
#include <hip/hip_runtime.h>
#include <array>
#include <limits>
#include <tuple>

template <typename T>
__device__ T least(const std::array<T, 4> &all) {
    T found = std::numeric_limits<T>::max();
    for (T one : all) found = one < found ? one : found;
    return found;
}

__global__ void k(float *out, const std::array<float, 4> *in) {
    auto both = std::make_tuple(least(in[0]), std::numeric_limits<float>::infinity());
    out[0] = std::get<0>(both) < std::get<1>(both) ? 1 : 0;
}
