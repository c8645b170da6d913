#define main sample_main
#include "../../../samples/thrust_sort.cu"
#undef main
#include "../compare.h"

int main()
{
    const int n = 1 << 20;
    const unsigned *keys = bench::numbers<unsigned>(n);
    unsigned *a = bench::zeros<unsigned>(n), *b = bench::zeros<unsigned>(n);
    return bench::compare("thrust_sort", [=] { differences<<<n / 128, 128>>>(keys, a, n); }, [=] {
        for (int i = 0; i < n; ++i)
            b[i] = i == 0 ? keys[0] : keys[i] - keys[i - 1];
    }, a, b, n);
}
