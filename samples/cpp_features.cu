// C++ as it turns up in CUDA programs: complex numbers, and an orbit count of z^2 + c.
//
// Exercises: namespaces, an extern "C" kernel, overloads, default arguments, static device functions, a struct
// with operators and alignment, constant arrays in a namespace, code under __CUDA_ARCH__, user names that
// resemble CUDA's, launches qualified by a namespace.
//
// Usage: cpp_features [width height]

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

namespace numbers {

struct __align__(16) Complex {
    double re, im;

    __host__ __device__ Complex(double r = 0.0, double i = 0.0) : re(r), im(i) {}
    __host__ __device__ Complex& operator+=(const Complex& o)
    {
        re += o.re;
        im += o.im;
        return *this;
    }
    __host__ __device__ friend Complex operator*(const Complex& a, const Complex& b)
    {
        return Complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
    }
};

__host__ __device__ inline double norm(const Complex& z) { return z.re * z.re + z.im * z.im; }
__host__ __device__ inline int norm(int v) { return v * v; }

}  // namespace numbers

namespace app {

namespace settings {
__constant__ double escape[2] = {4.0, 2.5};         // initialised statically
__constant__ int palette[4];
}  // namespace settings

// The user's own names: a translator has to leave them alone.
struct cudaStats {
    int inside;
};
static int threadIdxCount(dim3 block) { return block.x * block.y * block.z; }

static __device__ __host__ int orbit(numbers::Complex c, double radius2, int limit = 40)
{
    numbers::Complex z;
    int steps = 0;
    while (steps < limit && numbers::norm(z) <= radius2) {
        z = z * z;
        z += c;
        ++steps;
    }
    return steps;
}

// 1 on the device and 0 on the host.
__host__ __device__ inline int on_device()
{
#ifdef __CUDA_ARCH__
#if __CUDA_ARCH__ >= 600
    return 1;
#else
    return 2;
#endif
#else
    return 0;
#endif
}

// Real numbers, and 0 or +-i: for these orbits a fused multiply-add rounds as separate operations do.
__host__ __device__ inline numbers::Complex point(int x, int y)
{
    return y % 2 ? numbers::Complex((x % 33 - 16) / 8.0) : numbers::Complex(0.0, (x % 3 - 1) * 1.0);
}

__global__ void classify(int* out, int width, int height, int rule)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        const int steps = orbit(point(x, y), settings::escape[rule]);
        out[y * width + x] = settings::palette[steps % 4] + numbers::norm(steps % 8);
    }
}

}  // namespace app

extern "C" __global__ void count_equal(const int* values, int n, int wanted, app::cudaStats* stats)
{
    int found = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        found += values[i] == wanted ? app::on_device() : 0;
    if (found > 0)
        atomicAdd(&stats->inside, found);
}

#define CHECK(call)                                                             \
    if ((call) != cudaSuccess) {                                                \
        fprintf(stderr, "line %d: %s\n", __LINE__, #call);                      \
        exit(1);                                                                \
    }

int main(int argc, char** argv)
{
    const int width = argc > 2 ? atoi(argv[1]) : 66;
    const int height = argc > 2 ? atoi(argv[2]) : 20;
    const int n = width * height;
    const int palette[4] = {100, 200, 300, 400};
    const double escape[2] = {4.0, 2.5};

    int* d_out;
    app::cudaStats* d_stats;
    CHECK(cudaMalloc(&d_out, n * sizeof(int)));
    CHECK(cudaMalloc(&d_stats, sizeof(app::cudaStats)));
    CHECK(cudaMemcpyToSymbol(app::settings::palette, palette, sizeof(palette)));

    const dim3 block(16, 8);
    const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
    int wrong = app::on_device() != 0 || app::threadIdxCount(block) != 128;
    for (int rule = 0; rule < 2; ++rule) {
        app::classify<<<grid, block>>>(d_out, width, height, rule);
        CHECK(cudaMemset(d_stats, 0, sizeof(app::cudaStats)));
        count_equal<<<1, 64>>>(d_out, n, 100, d_stats);
        CHECK(cudaGetLastError());

        std::vector<int> out(n);
        app::cudaStats stats;
        CHECK(cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost));
        CHECK(cudaMemcpy(&stats, d_stats, sizeof(stats), cudaMemcpyDeviceToHost));
        int inside = 0;
        for (int i = 0; i < n; ++i) {
            const int steps = app::orbit(app::point(i % width, i / width), escape[rule]);
            const int expected = palette[steps % 4] + numbers::norm(steps % 8);
            wrong += out[i] != expected;
            inside += expected == 100;
        }
        wrong += stats.inside != inside;
    }
    printf("%s cpp_features %dx%d: %d wrong\n", wrong ? "FAIL" : "PASS", width, height, wrong);
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_stats));
    return wrong ? 1 : 0;
}
