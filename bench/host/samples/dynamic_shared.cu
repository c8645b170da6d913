#define main sample_main
#include "../../../samples/dynamic_shared.cu"
#undef main
#include "../compare.h"

int main()
{
    const int blocks = 64, pairs = 256, n = blocks * pairs;
    double *a = bench::zeros<double>(n), *b = bench::zeros<double>(n);
    int *va = bench::zeros<int>(n), *vb = bench::zeros<int>(n);
    const auto reset = [=](double *keys) {
        for (int i = 0; i < n; ++i)
            keys[i] = i * 7919LL % n * 0.25;
    };
    return bench::compare("dynamic_shared", [=] {
        reset(a);
        sort_block<<<blocks, pairs, pairs * (sizeof(double) + sizeof(int))>>>(a, va);
    }, [=] {
        reset(b);
        for (int first = 0; first < n; first += pairs)
            for (int size = 2; size <= pairs; size *= 2)
                for (int stride = size / 2; stride > 0; stride /= 2)
                    for (int t = 0; t < pairs; ++t) {
                        const int i = first + t, j = first + (t ^ stride);
                        if (j > i && (b[i] > b[j]) == ((t & size) == 0)) {
                            std::swap(b[i], b[j]);
                            std::swap(vb[i], vb[j]);
                        }
                    }
    }, a, b, n);
}
