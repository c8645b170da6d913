#define main sample_main
#include "../../../samples/histogram.cu"
#undef main
#include "../compare.h"

int main()
{
    const int n = 1 << 20;
    unsigned char *data = bench::zeros<unsigned char>(n);
    for (int i = 0; i < n; ++i)
        data[i] = i * 37 % 253;
    unsigned *a = bench::zeros<unsigned>(BINS), *b = bench::zeros<unsigned>(BINS);
    Summary *sa = bench::zeros<Summary>(1), *sb = bench::zeros<Summary>(1);
    return bench::compare("histogram", [=] { histogram<<<10, 192>>>(data, n, a, sa); }, [=] {
        for (int i = 0; i < n; ++i) {
            ++b[data[i]];
            sb->total += data[i];
        }
    }, a, b, BINS);
}
