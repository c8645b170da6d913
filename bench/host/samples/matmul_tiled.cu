#define main sample_main
#include "../../../samples/matmul_tiled.cu"
#undef main
#include "../compare.h"

int main()
{
    const int n = 192;
    const float *x = bench::numbers<float>(n * n);
    float *a = bench::zeros<float>(n * n), *b = bench::zeros<float>(n * n);
    const dim3 grid(n / TILE, n / TILE), block(TILE, TILE);
    return bench::compare("matmul_tiled", [=] { matmul<<<grid, block>>>(x, x, a, n, n, n); },
                          [=] { matmul_host(x, x, b, n, n, n); }, a, b, n * n);
}
