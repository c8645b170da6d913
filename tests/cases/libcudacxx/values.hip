// What std has for the device, and what a support header has: complex numbers, optional values, spans, bits.
#include <hip/hip_runtime.h>
#include "retarget_hip/optional.h"
#include "retarget_hip/span.h"
#include "retarget_hip/std_functions.h"
#include <cmath>
#include <complex>
#include <utility>
#include <cuda/std/variant>  // want [no-header] libhipcxx
__device__ float norms(retarget_hip::span<const std::complex<float>> all, float *p) {
    retarget_hip::optional<float> most = retarget_hip::nullopt;
    for (auto z : all)
        if (!most || std::abs(z) > *most) most = std::sqrt(std::norm(z));
    retarget_hip::swap(p[0], p[1]);
    return most.value_or(p[retarget_hip::ceil_div(retarget_hip::popcount(5u), 2)]);
}
auto twice = retarget_hip::proclaim_return_type<float>([] __device__(float x) { return 2 * x; });
