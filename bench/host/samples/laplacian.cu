#define main sample_main
#include "../../../samples/laplacian.cu"
#undef main
#include "../compare.h"

int main()
{
    const int nx = 256, ny = 64, nz = 64, slice = nx * ny, n = slice * nz;
    const double *u = bench::numbers<double>(n);
    double *a = bench::zeros<double>(n), *b = bench::zeros<double>(n);
    return bench::compare("laplacian", [=] { laplacian(a, u, nx, ny, nz, 1.0, 1.0, 1.0); }, [=] {
        for (int k = 1; k < nz - 1; ++k)
            for (int j = 1; j < ny - 1; ++j)
                for (int i = 1; i < nx - 1; ++i) {
                    const int at = k * slice + j * nx + i;
                    b[at] = -6 * u[at] + (u[at - 1] + u[at + 1]) + (u[at - nx] + u[at + nx]) + (u[at - slice] + u[at + slice]);
                }
    }, a, b, n);
}
