#define main sample_main
#include "../../../samples/lu.cu"
#undef main
#include "../compare.h"

int main()
{
    const int n = 192;
    float *a = bench::zeros<float>(n * n), *b = bench::zeros<float>(n * n);
    const auto reset = [=](float *matrix) {
        for (int i = 0; i < n * n; ++i)
            matrix[i] = i / n == i % n ? 10.0f : 1.0f / (1 + std::abs(i / n - i % n));
    };
    return bench::compare("lu", [=] {
        reset(a);
        lu_decompose(a, n);
    }, [=] {
        reset(b);
        for (int k = 0; k < n; ++k)
            for (int row = k + 1; row < n; ++row) {
                b[row * n + k] /= b[k * n + k];
                for (int column = k + 1; column < n; ++column)
                    b[row * n + column] -= b[row * n + k] * b[k * n + column];
            }
    }, a, b, n * n);
}
