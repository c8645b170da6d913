#define main sample_main
#include "../../../samples/cooperative.cu"
#undef main
#include "../compare.h"

int main()
{
    const int blocks = 512, n = blocks * THREADS;
    int *in = bench::zeros<int>(n);
    for (int i = 0; i < n; ++i)
        in[i] = i * 53 % 101 - 20;
    int *total = bench::zeros<int>(blocks), *prefix = bench::zeros<int>(n), *below = bench::zeros<int>(n);
    int *total_b = bench::zeros<int>(blocks), *prefix_b = bench::zeros<int>(n), *below_b = bench::zeros<int>(n);
    return bench::compare("cooperative", [=] { sums<<<blocks, THREADS>>>(in, total, prefix, below); }, [=] {
        for (int first = 0; first < n; first += 32) {
            int count = 0;
            for (int i = first; i < first + 32; ++i)
                count += in[i] < 0;
            for (int i = first; i < first + 32; ++i)
                below_b[i] = count;
        }
        for (int i = 0; i < n; ++i)
            prefix_b[i] = in[i] + (i % 8 ? prefix_b[i - 1] : 0);
        for (int k = 0; k < blocks; ++k) {
            total_b[k] = 0;
            for (int i = k * THREADS; i < (k + 1) * THREADS; ++i)
                total_b[k] += in[i];
        }
    }, prefix, prefix_b, n);
}
