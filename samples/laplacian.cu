// Laplacian of a 3-D field, second-order finite differences, double precision.
//
// Exercises: a template kernel bound by memory bandwidth, a three-dimensional grid of
// one-dimensional blocks, early return at the boundary.
//
// Usage: laplacian [nx ny nz [repeats]]     with repeats the effective bandwidth is printed too

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#define CUDA_CHECK(call)                                                        \
    do {                                                                        \
        const cudaError_t status_ = (call);                                     \
        if (status_ != cudaSuccess) {                                           \
            std::fprintf(stderr, "%s:%d: %s failed: %s\n", __FILE__, __LINE__,  \
                         #call, cudaGetErrorString(status_));                   \
            std::exit(1);                                                       \
        }                                                                       \
    } while (0)

constexpr int block_size = 256;

template <typename T>
__global__ void laplacian_kernel(T* f, const T* u, int nx, int ny, int nz,
                                 T invhx2, T invhy2, T invhz2, T invhxyz2)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    const int j = blockIdx.y;
    const int k = blockIdx.z;

    if (i == 0 || i >= nx - 1 || j == 0 || j >= ny - 1 || k == 0 || k >= nz - 1)
        return;

    const int slice = nx * ny;
    const size_t pos = i + nx * j + slice * k;

    f[pos] = u[pos] * invhxyz2
           + (u[pos - 1]     + u[pos + 1]) * invhx2
           + (u[pos - nx]    + u[pos + nx]) * invhy2
           + (u[pos - slice] + u[pos + slice]) * invhz2;
}

template <typename T>
void laplacian(T* d_f, const T* d_u, int nx, int ny, int nz, T hx, T hy, T hz)
{
    const dim3 block(block_size, 1, 1);
    const dim3 grid((nx - 1) / block_size + 1, ny, nz);
    const T invhx2 = T(1) / (hx * hx);
    const T invhy2 = T(1) / (hy * hy);
    const T invhz2 = T(1) / (hz * hz);
    laplacian_kernel<<<grid, block>>>(d_f, d_u, nx, ny, nz, invhx2, invhy2, invhz2,
                                      T(-2) * (invhx2 + invhy2 + invhz2));
    CUDA_CHECK(cudaGetLastError());
}

static std::vector<double> wave_field(int nx, int ny, int nz)
{
    std::vector<double> u(size_t(nx) * ny * nz);
    size_t pos = 0;
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i)
                u[pos++] = std::sin(0.7 * i + 0.3 * j * j) + 0.01 * k * j;
    return u;
}

static size_t wrong_values(const std::vector<double>& f, const std::vector<double>& u, int nx, int ny, int nz,
                           double invhx2, double invhy2, double invhz2, double tolerance)
{
    const size_t row = nx, slice = size_t(nx) * ny;
    size_t wrong = 0, pos = 0;
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i, ++pos) {
                const bool boundary = i == 0 || i == nx - 1 || j == 0 || j == ny - 1 || k == 0 || k == nz - 1;
                const double expected = boundary ? 0.0
                    : (u[pos - 1] - 2 * u[pos] + u[pos + 1]) * invhx2
                    + (u[pos - row] - 2 * u[pos] + u[pos + row]) * invhy2
                    + (u[pos - slice] - 2 * u[pos] + u[pos + slice]) * invhz2;
                wrong += !(std::fabs(f[pos] - expected) <= tolerance);
            }
    return wrong;
}

int main(int argc, char** argv)
{
    const int nx = argc > 3 ? std::atoi(argv[1]) : 100;
    const int ny = argc > 3 ? std::atoi(argv[2]) : 30;
    const int nz = argc > 3 ? std::atoi(argv[3]) : 20;
    const int repeats = argc > 4 ? std::atoi(argv[4]) : 0;
    const double hx = 0.25, hy = 0.5, hz = 0.125;
    const size_t bytes = size_t(nx) * ny * nz * sizeof(double);

    std::vector<double> u = wave_field(nx, ny, nz);
    std::vector<double> f(u.size());
    double *d_u, *d_f;
    CUDA_CHECK(cudaMalloc(&d_u, bytes));
    CUDA_CHECK(cudaMalloc(&d_f, bytes));
    CUDA_CHECK(cudaMemcpy(d_u, u.data(), bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(d_f, 0, bytes));

    laplacian(d_f, d_u, nx, ny, nz, hx, hy, hz);
    CUDA_CHECK(cudaMemcpy(f.data(), d_f, bytes, cudaMemcpyDeviceToHost));

    if (repeats > 0) {
        cudaEvent_t start, stop;
        CUDA_CHECK(cudaEventCreate(&start));
        CUDA_CHECK(cudaEventCreate(&stop));
        CUDA_CHECK(cudaEventRecord(start));
        for (int r = 0; r < repeats; ++r)
            laplacian(d_f, d_u, nx, ny, nz, hx, hy, hz);
        CUDA_CHECK(cudaEventRecord(stop));
        CUDA_CHECK(cudaEventSynchronize(stop));
        float total_ms = 0;
        CUDA_CHECK(cudaEventElapsedTime(&total_ms, start, stop));
        const double ms = total_ms / repeats;
        std::printf("time_ms %.4f  effective_GB/s %.1f\n", ms, 2.0 * bytes / ms * 1e-6);
        CUDA_CHECK(cudaEventDestroy(start));
        CUDA_CHECK(cudaEventDestroy(stop));
    }
    CUDA_CHECK(cudaFree(d_u));
    CUDA_CHECK(cudaFree(d_f));

    const double tolerance = 1e-13 * *std::max_element(u.begin(), u.end()) / (hz * hz);
    const size_t wrong = wrong_values(f, u, nx, ny, nz, 1 / (hx * hx), 1 / (hy * hy), 1 / (hz * hz), tolerance);
    std::printf("%s laplacian %dx%dx%d: %zu values wrong\n", wrong ? "FAIL" : "PASS", nx, ny, nz, wrong);
    return wrong ? 1 : 0;
}
