#define main sample_main
#include "../../../samples/texture_reference.cu"
#undef main
#include "../compare.h"

int main()
{
    const int n = 1 << 18;
    float *values = bench::numbers<float>(n), *a = bench::zeros<float>(n), *b = bench::zeros<float>(n);
    int *index = bench::zeros<int>(n);
    for (int i = 0; i < n; ++i)
        index[i] = (i * 13 + 5) % n;
    check(cudaBindTexture(0, values_tex, values, n * sizeof(float)), "bind values");
    return bench::compare("texture_reference", [=] { gather<<<n / 64, 64>>>(index, a, n); }, [=] {
        for (int i = 0; i < n; ++i)
            b[i] = values[index[i]];
    }, a, b, n);
}
