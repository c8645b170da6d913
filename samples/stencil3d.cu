// 7-point stencil in 3-D: each thread walks along z and keeps the column in three rotating registers.
//
// Exercises: a loop that carries values in registers, clamped neighbours (no early return), __restrict__,
// ping-pong buffers, a struct of coefficients passed by value.
//
// Usage: stencil3d [nx ny nz iterations]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

static void check(cudaError_t error, int line)
{
    if (error != cudaSuccess) {
        std::fprintf(stderr, "stencil3d.cu:%d: %s\n", line, cudaGetErrorString(error));
        std::exit(1);
    }
}
#define CHECK(expr) check(expr, __LINE__)

struct Coefficients {
    float centre, west_east, north_south, below_above, source;
};

__global__ void step(const float* __restrict__ in, float* __restrict__ out, const float* __restrict__ source,
                     int nx, int ny, int nz, Coefficients c)
{
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    const int j = blockDim.y * blockIdx.y + threadIdx.y;
    if (i >= nx || j >= ny)
        return;

    const int plane = nx * ny;
    int pos = j * nx + i;
    const int west = i == 0 ? 0 : -1;
    const int east = i == nx - 1 ? 0 : 1;
    const int north = j == 0 ? 0 : -nx;
    const int south = j == ny - 1 ? 0 : nx;

    float below = in[pos], here = below, above;
    for (int k = 0; k < nz; ++k) {
        above = k == nz - 1 ? here : in[pos + plane];
        out[pos] = c.centre * here
                 + c.west_east * (in[pos + west] + in[pos + east])
                 + c.north_south * (in[pos + north] + in[pos + south])
                 + c.below_above * (below + above)
                 + c.source * source[pos];
        below = here;
        here = above;
        pos += plane;
    }
}

static void step_host(const std::vector<float>& in, std::vector<float>& out, const std::vector<float>& source,
                      int nx, int ny, int nz, Coefficients c)
{
    const auto at = [&](int i, int j, int k) {
        i = std::min(std::max(i, 0), nx - 1);
        j = std::min(std::max(j, 0), ny - 1);
        k = std::min(std::max(k, 0), nz - 1);
        return in[(size_t(k) * ny + j) * nx + i];
    };
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i) {
                const size_t pos = (size_t(k) * ny + j) * nx + i;
                out[pos] = c.centre * in[pos]
                         + c.west_east * (at(i - 1, j, k) + at(i + 1, j, k))
                         + c.north_south * (at(i, j - 1, k) + at(i, j + 1, k))
                         + c.below_above * (at(i, j, k - 1) + at(i, j, k + 1))
                         + c.source * source[pos];
            }
}

int main(int argc, char** argv)
{
    int nx = 50, ny = 21, nz = 9, iterations = 3;
    if (argc > 4) {
        nx = std::atoi(argv[1]);
        ny = std::atoi(argv[2]);
        nz = std::atoi(argv[3]);
        iterations = std::atoi(argv[4]);
    }
    const size_t cells = size_t(nx) * ny * nz, bytes = cells * sizeof(float);
    const Coefficients c = {0.4f, 0.12f, 0.1f, 0.08f, 0.01f};

    std::vector<float> field(cells), source(cells), other(cells);
    for (size_t p = 0; p < cells; ++p) {
        field[p] = 300.0f + float(p * 7919 % 113) / 8;
        source[p] = float(p % 17);
    }

    float *d_in, *d_out, *d_source;
    CHECK(cudaMalloc(&d_in, bytes));
    CHECK(cudaMalloc(&d_out, bytes));
    CHECK(cudaMalloc(&d_source, bytes));
    CHECK(cudaMemcpy(d_in, field.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_source, source.data(), bytes, cudaMemcpyHostToDevice));

    const dim3 block(32, 4, 1);
    const dim3 grid((nx + block.x - 1) / block.x, (ny + block.y - 1) / block.y, 1);
    for (int it = 0; it < iterations; ++it) {
        step<<<grid, block>>>(d_in, d_out, d_source, nx, ny, nz, c);
        CHECK(cudaPeekAtLastError());
        std::swap(d_in, d_out);
        step_host(field, other, source, nx, ny, nz, c);
        field.swap(other);
    }

    std::vector<float> result(cells);
    CHECK(cudaMemcpy(result.data(), d_in, bytes, cudaMemcpyDeviceToHost));
    size_t wrong = 0;
    for (size_t p = 0; p < cells; ++p)
        wrong += !(std::fabs(result[p] - field[p]) <= 1e-5f * std::fabs(field[p]));
    std::printf("%s stencil3d %dx%dx%d, %d iterations: %zu cells wrong\n",
                wrong ? "FAIL" : "PASS", nx, ny, nz, iterations, wrong);

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_source));
    return wrong ? 1 : 0;
}
