#define main sample_main
#include "../../../samples/reduction.cu"
#undef main
#include "../compare.h"

int main()
{
    const int n = 1 << 19, blocks = n / kBlock;
    const uint32_t *in = bench::numbers<uint32_t>(n);
    uint32_t *a = bench::zeros<uint32_t>(blocks), *b = bench::zeros<uint32_t>(blocks);
    return bench::compare("reduction", [=] { reduce_sequential<<<blocks, kBlock>>>(in, a, n); }, [=] {
        for (int k = 0; k < blocks; ++k) {
            b[k] = 0;
            for (int i = k * kBlock; i < (k + 1) * kBlock; ++i)
                b[k] += in[i];
        }
    }, a, b, blocks);
}
