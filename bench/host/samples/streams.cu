#define main sample_main
#include "../../../samples/streams.cu"
#undef main
#include "../compare.h"

int main()
{
    const int n = 1 << 20;
    const float *x = bench::numbers<float>(n);
    float *a = bench::zeros<float>(n), *b = bench::zeros<float>(n);
    return bench::compare("streams", [=] { saxpy<<<8, 128>>>(n, 0.5f, x, a); }, [=] {
        for (int i = 0; i < n; ++i)
            b[i] += 0.5f * x[i];
    }, a, b, n);
}
