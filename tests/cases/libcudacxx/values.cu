// What std has for the device, and what a support header has: complex numbers, optional values, spans, bits.
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/std/bit>
#include <cuda/std/cmath>
#include <cuda/std/complex>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/utility>
#include <cuda/std/variant>  // want [no-header] libhipcxx
__device__ float norms(cuda::std::span<const cuda::std::complex<float>> all, float *p) {
    cuda::std::optional<float> most = cuda::std::nullopt;
    for (auto z : all)
        if (!most || cuda::std::abs(z) > *most) most = cuda::std::sqrt(cuda::std::norm(z));
    cuda::std::swap(p[0], p[1]);
    return most.value_or(p[cuda::ceil_div(cuda::std::popcount(5u), 2)]);
}
auto twice = cuda::proclaim_return_type<float>([] __device__(float x) { return 2 * x; });
