#define main sample_main
#include "../../../samples/gaussian.cu"
#undef main
#include "../compare.h"

int main()
{
    const int n = 128;
    float *m = bench::zeros<float>(n * n), *a = bench::zeros<float>(n * n), *b = bench::zeros<float>(n);
    float *la = bench::zeros<float>(n * n), *lb = bench::zeros<float>(n);
    const auto reset = [=](float *matrix, float *right) {
        for (int i = 0; i < n * n; ++i)
            matrix[i] = i / n == i % n ? 10.0f : 1.0f / (1 + std::abs(i / n - i % n));
        for (int i = 0; i < n; ++i)
            right[i] = 1.0f;
    };
    return bench::compare("gaussian", [=] {
        reset(a, b);
        forward_substitution(m, a, b, n);
    }, [=] {
        reset(la, lb);
        for (int t = 0; t < n - 1; ++t)
            for (int row = t + 1; row < n; ++row) {
                const float factor = la[row * n + t] / la[t * n + t];
                for (int column = t; column < n; ++column)
                    la[row * n + column] -= factor * la[t * n + column];
                lb[row] -= factor * lb[t];
            }
    }, a, la, n * n);
}
