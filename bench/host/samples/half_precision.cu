#define main sample_main
#include "../../../samples/half_precision.cu"
#undef main
#include "../compare.h"

// Arithmetic of halves is in device functions: one thread runs the loops.
__global__ void loops(int pairs, __half a, const __half2 *x, __half2 *y)
{
    for (int i = 0; i < pairs; ++i)
        y[i] = __hfma2(__half2half2(a), x[i], y[i]);
}

int main()
{
    const int pairs = 1 << 18;
    const std::vector<__half> eighths(2 * pairs, __float2half(0.125f));
    const auto *x = reinterpret_cast<const __half2 *>(bench::managed(eighths));
    __half *a = bench::managed(eighths), *b = bench::managed(eighths);
    const __half factor = __float2half(1.5f);
    return bench::compare(
        "half_precision", [=] { axpy<<<pairs / 128, 128>>>(pairs, factor, x, reinterpret_cast<__half2 *>(a)); },
        [=] { loops<<<1, 1>>>(pairs, factor, x, reinterpret_cast<__half2 *>(b)); },
        reinterpret_cast<unsigned short *>(a), reinterpret_cast<unsigned short *>(b), 2 * pairs);
}
