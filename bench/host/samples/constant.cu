#define main sample_main
#include "../../../samples/constant.cu"
#undef main
#include "../compare.h"

int main()
{
    const int n = 1 << 20;
    const float c[DEGREE + 1] = {0.1f, 1.0f, -0.3f, -0.5f, 0.7f, 0.05f, -0.2f, 0.15f};
    const Interval d = {-1.25f, 1.5f};
    cudaMemcpyToSymbol(coefficients, c, sizeof(c));
    cudaMemcpyToSymbol(domain, &d, sizeof(d));
    float *a = bench::zeros<float>(n), *b = bench::zeros<float>(n);
    return bench::compare("constant", [=] { horner<<<n / 128, 128>>>(a, n); }, [=] {
        for (int i = 0; i < n; ++i) {
            const float x = d.low + (d.high - d.low) * i / (n - 1);
            float sum = c[DEGREE];
            for (int k = DEGREE - 1; k >= 0; --k)
                sum = sum * x + c[k];
            b[i] = sum;
        }
    }, a, b, n);
}
