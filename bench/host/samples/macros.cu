#define main sample_main
#include "../../../samples/macros.cu"
#undef main
#include "../compare.h"

int main()
{
    const int n = 1 << 20;
    const double *x = bench::numbers<double>(n), *y = bench::numbers<double>(n);
    double *a = bench::zeros<double>(n), *b = bench::zeros<double>(n);
    return bench::compare("macros", [=] { LAUNCH(add_double, n, x, y, a); }, [=] {
        for (int i = 0; i < n; ++i)
            b[i] = x[i] + y[i];
    }, a, b, n);
}
