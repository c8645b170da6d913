// Function objects are constexpr in std, and so the device's in HIP; they come with CUB's headers, too, without an include.
#include <hip/hip_runtime.h>
#include <functional>

template <typename T, typename Op>
__device__ T both(T a, T b, Op op) {
    return op(a, b);
}

__global__ void k(int *out, bool *is) {
    out[0] = both(out[1], out[2], std::plus<int>());
    out[3] = both(out[4], out[5], ::std::bit_xor<>{});
    is[0] = std::less_equal<int>{}(out[6], out[7]) && std::logical_not<bool>()(is[1]);
    is[2] = cuda::std::invoke(std::greater<float>{}, 1.0f, 2.0f);  // want [libcudacxx] invoke
}
