#define main sample_main
#include "../../../samples/cpp_features.cu"
#undef main
#include "../compare.h"

int main()
{
    const int width = 512, height = 256, palette[4] = {100, 200, 300, 400};
    cudaMemcpyToSymbol(app::settings::palette, palette, sizeof(palette));
    int *a = bench::zeros<int>(width * height), *b = bench::zeros<int>(width * height);
    const dim3 block(16, 8), grid(width / 16, height / 8);
    return bench::compare("cpp_features", [=] { app::classify<<<grid, block>>>(a, width, height, 0); }, [=] {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                const int steps = app::orbit(app::point(x, y), 4.0);
                b[y * width + x] = palette[steps % 4] + numbers::norm(steps % 8);
            }
    }, a, b, width * height);
}
