#define main sample_main
#include "../../../samples/launch_bounds.cu"
#undef main
#include "../compare.h"

int main()
{
    const int n = 1 << 18;
    const unsigned *in = bench::numbers<unsigned>(n);
    unsigned *a = bench::zeros<unsigned>(n), *b = bench::zeros<unsigned>(n);
    return bench::compare("launch_bounds", [=] { one_bound<<<n / THREADS, THREADS>>>(in, a, n); }, [=] {
        for (int i = 0; i < n; ++i)
            b[i] = churn_host(in[i], 16);
    }, a, b, n);
}
