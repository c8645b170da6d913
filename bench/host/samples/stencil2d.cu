#define main sample_main
#include "../../../samples/stencil2d.cu"
#undef main
#include "../compare.h"

int main()
{
    const int edge = 256, cells = edge * edge, blocks = (edge + INNER - 1) / INNER;
    const dim3 grid(blocks, blocks), block(BLOCK, BLOCK);
    const float rate = 0.2f, *power = bench::numbers<float>(cells), *in = bench::numbers<float>(cells);
    float *a = bench::zeros<float>(cells), *b = bench::numbers<float>(cells), *next = bench::numbers<float>(cells);
    return bench::compare(
        "stencil2d", [=] { diffuse<<<grid, block>>>(power, in, a, edge, edge, STEPS_PER_LAUNCH, rate); },
        [=]() mutable {
            std::copy(in, in + cells, b);
            for (int s = 0; s < STEPS_PER_LAUNCH; ++s, std::swap(b, next))
                for (int y = 1; y < edge - 1; ++y)
                    for (int x = 1; x < edge - 1; ++x) {
                        const int c = y * edge + x;
                        next[c] = b[c] + rate * (b[c - edge] + b[c + edge] + b[c - 1] + b[c + 1] - 4.0f * b[c] + power[c]);
                    }
        }, a, next, cells);
}
