#define main sample_main
#include "../../../samples/driver_api.cu"
#undef main
#include "../compare.h"

int main()
{
    const int n = 1 << 20;
    const unsigned *in = bench::numbers<unsigned>(n);
    unsigned *a = bench::zeros<unsigned>(n), *b = bench::zeros<unsigned>(n);
    return bench::compare("driver_api", [=] { add<<<n / 256, 256>>>(in, a, n); }, [=] {
        for (int i = 0; i < n; ++i)
            b[i] += in[i];
    }, a, b, n);
}
