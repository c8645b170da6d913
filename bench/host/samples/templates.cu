#define main sample_main
#include "../../../samples/templates.cu"
#undef main
#include "../compare.h"

int main()
{
    const int n = 1 << 20;
    long long *in = bench::numbers<long long>(n), *a = bench::zeros<long long>(n), *b = bench::zeros<long long>(n);
    const linear::View<long long> from(in, n), to(a, n);
    return bench::compare("templates", [=] { linear::map(to, linear::op::SumOfAll(), from, from, from); }, [=] {
        for (int i = 0; i < n; ++i)
            b[i] = in[i] + in[i] + in[i];
    }, a, b, n);
}
