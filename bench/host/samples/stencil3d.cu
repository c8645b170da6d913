#define main sample_main
#include "../../../samples/stencil3d.cu"
#undef main
#include "../compare.h"

int main()
{
    const int nx = 128, ny = 64, nz = 64, plane = nx * ny, n = plane * nz;
    const Coefficients c = {0.4f, 0.12f, 0.1f, 0.08f, 0.01f};
    const float *in = bench::numbers<float>(n), *source = bench::numbers<float>(n);
    float *a = bench::zeros<float>(n), *b = bench::zeros<float>(n);
    const dim3 block(32, 4), grid(nx / 32, ny / 4);
    return bench::compare("stencil3d", [=] { step<<<grid, block>>>(in, a, source, nx, ny, nz, c); }, [=] {
        for (int k = 0; k < nz; ++k)
            for (int j = 0; j < ny; ++j)
                for (int i = 0; i < nx; ++i) {
                    const int at = k * plane + j * nx + i;
                    b[at] = c.centre * in[at]
                          + c.west_east * (in[i ? at - 1 : at] + in[i < nx - 1 ? at + 1 : at])
                          + c.north_south * (in[j ? at - nx : at] + in[j < ny - 1 ? at + nx : at])
                          + c.below_above * (in[k ? at - plane : at] + in[k < nz - 1 ? at + plane : at])
                          + c.source * source[at];
                }
    }, a, b, n);
}
