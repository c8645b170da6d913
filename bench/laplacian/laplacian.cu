// Laplacian of a 3-D field in the tunings whose registers AMD published for gfx90a: see registers.py.
//
//   baseline           one point a thread                                   (kernel 1 there)
//   baseline_streamed  its result stored past the cache
//   tiled              rows_per_thread points in y, read in the order of memory  (kernel 3)
//   tiled_bounded      the same, compiled for blocks of 256 threads          (kernel 4)
//   tiled_streamed     and stored past the cache                             (kernel 5)
//
// Usage: laplacian [nx ny nz]          every kernel against the processor's own result
//        laplacian nx ny nz rounds     what each takes, in turns; results against those of the baseline as it stands here

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
constexpr int most_rows = 16;

// Weights of the neighbours in x, y, z, and of the point itself.
struct Weights {
    double x, y, z, centre;
};

struct Store {
    template <typename T>
    static __device__ __forceinline__ void put(T* to, T value) { *to = value; }
};

struct StreamingStore {
    template <typename T>
    static __device__ __forceinline__ void put(T* to, T value) { __stcs(to, value); }
};

template <typename T, typename Put>
__device__ __forceinline__ void one_point(T* f, const T* u, int nx, int ny, int nz, T wx, T wy, T wz, T wc)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    const int j = threadIdx.y + blockIdx.y * blockDim.y;
    const int k = threadIdx.z + blockIdx.z * blockDim.z;
    if (i == 0 || i >= nx - 1 || j == 0 || j >= ny - 1 || k == 0 || k >= nz - 1)
        return;

    const int slice = nx * ny;
    const size_t at = i + nx * j + slice * k;
    const T sum = u[at] * wc
                + (u[at - 1] + u[at + 1]) * wx
                + (u[at - nx] + u[at + nx]) * wy
                + (u[at - slice] + u[at + slice]) * wz;
    Put::put(&f[at], sum);
}

// A thread sums `rows` points that follow each other in y. Addresses rise all the way: plane below, rows, plane above.
// Where `rows` does not divide ny, the last tile reads up to rows - 1 rows behind the field, and stores nothing of them.
template <typename T, int rows, typename Put>
__device__ __forceinline__ void row_tile(T* f, const T* u, int nx, int ny, int nz, T wx, T wy, T wz, T wc)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    const int j = rows * (threadIdx.y + blockIdx.y * blockDim.y);
    const int k = threadIdx.z + blockIdx.z * blockDim.z;
    if (i == 0 || i >= nx - 1 || k == 0 || k >= nz - 1)
        return;

    const int slice = nx * ny;
    const size_t first = i + nx * j + slice * k;
    T sum[rows] = {};

    for (int r = 0; r < rows; ++r)
        sum[r] += u[first - slice + r * nx] * wz;

    sum[0] += j > 0 ? u[first - nx] * wy : T(0);

    for (int r = 0; r < rows; ++r) {
        sum[r] += u[first - 1 + r * nx] * wx;
        const T here = u[first + r * nx];
        sum[r] += here * wc;
        sum[r] += u[first + 1 + r * nx] * wx;
        if (r > 0)
            sum[r - 1] += here * wy;
        if (r < rows - 1)
            sum[r + 1] += here * wy;
    }

    sum[rows - 1] += j < ny - rows ? u[first + rows * nx] * wy : T(0);

    for (int r = 0; r < rows; ++r)
        sum[r] += u[first + slice + r * nx] * wz;

    for (int r = 0; r < rows; ++r)
        if (j + r > 0 && j + r < ny - 1)
            Put::put(&f[first + r * nx], sum[r]);
}

template <typename T>
__global__ void baseline(T* f, const T* u, int nx, int ny, int nz, T wx, T wy, T wz, T wc)
{
    one_point<T, Store>(f, u, nx, ny, nz, wx, wy, wz, wc);
}

template <typename T>
__global__ void baseline_streamed(T* f, const T* u, int nx, int ny, int nz, T wx, T wy, T wz, T wc)
{
    one_point<T, StreamingStore>(f, u, nx, ny, nz, wx, wy, wz, wc);
}

template <typename T, int rows>
__global__ void tiled(T* f, const T* u, int nx, int ny, int nz, T wx, T wy, T wz, T wc)
{
    row_tile<T, rows, Store>(f, u, nx, ny, nz, wx, wy, wz, wc);
}

template <typename T, int rows>
__global__ void __launch_bounds__(block_size)
tiled_bounded(T* f, const T* u, int nx, int ny, int nz, T wx, T wy, T wz, T wc)
{
    row_tile<T, rows, Store>(f, u, nx, ny, nz, wx, wy, wz, wc);
}

template <typename T, int rows>
__global__ void __launch_bounds__(block_size)
tiled_streamed(T* f, const T* u, int nx, int ny, int nz, T wx, T wy, T wz, T wc)
{
    row_tile<T, rows, StreamingStore>(f, u, nx, ny, nz, wx, wy, wz, wc);
}

// A field on the device and the host, and what its Laplacian should be.
struct Problem {
    int nx, ny, nz;
    Weights w;
    double tolerance;
    std::vector<double> u, expected;
    double *d_u, *d_f;

    size_t points() const { return size_t(nx) * ny * nz; }
};

static std::vector<double> wave_field(int nx, int ny, int nz)
{
    std::vector<double> u;
    u.reserve(size_t(nx) * ny * nz);
    for (int k = 0; k < nz; ++k)
        for (int j = 0; j < ny; ++j)
            for (int i = 0; i < nx; ++i)
                u.push_back(std::sin(0.7 * i + 0.3 * j * j) + 0.01 * k * j);
    return u;
}

static std::vector<double> laplacian(const std::vector<double>& u, int nx, int ny, int nz, const Weights& w)
{
    const size_t slice = size_t(nx) * ny;
    std::vector<double> f(u.size(), 0.0);
    for (int k = 1; k < nz - 1; ++k)
        for (int j = 1; j < ny - 1; ++j)
            for (int i = 1; i < nx - 1; ++i) {
                const size_t at = i + size_t(nx) * j + slice * k;
                f[at] = w.centre * u[at] + w.x * (u[at - 1] + u[at + 1])
                      + w.y * (u[at - nx] + u[at + nx]) + w.z * (u[at - slice] + u[at + slice]);
            }
    return f;
}

static Problem made(int nx, int ny, int nz)
{
    Problem p{nx, ny, nz, {16, 4, 64, -168}, 0, wave_field(nx, ny, nz), {}, nullptr, nullptr};
    p.expected = laplacian(p.u, nx, ny, nz, p.w);
    p.tolerance = 1e-13 * *std::max_element(p.u.begin(), p.u.end()) * -p.w.centre;
    const size_t bytes = p.points() * sizeof(double), behind = size_t(most_rows) * nx * sizeof(double);
    CUDA_CHECK(cudaMalloc(&p.d_u, bytes + behind));
    CUDA_CHECK(cudaMalloc(&p.d_f, bytes));
    CUDA_CHECK(cudaMemset(p.d_u, 0, bytes + behind));
    CUDA_CHECK(cudaMemcpy(p.d_u, p.u.data(), bytes, cudaMemcpyHostToDevice));
    return p;
}

using Kernel = void (*)(double*, const double*, int, int, int, double, double, double, double);

// Runs one kernel; true where every value is right.
static bool right(const char* name, Kernel kernel, int rows, const Problem& p)
{
    const dim3 block(block_size, 1, 1);
    const dim3 grid((p.nx + block_size - 1) / block_size, (p.ny + rows - 1) / rows, p.nz);
    std::vector<double> f(p.points());
    CUDA_CHECK(cudaMemset(p.d_f, 0, f.size() * sizeof(double)));
    kernel<<<grid, block>>>(p.d_f, p.d_u, p.nx, p.ny, p.nz, p.w.x, p.w.y, p.w.z, p.w.centre);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(f.data(), p.d_f, f.size() * sizeof(double), cudaMemcpyDeviceToHost));

    size_t wrong = 0;
    for (size_t at = 0; at < f.size(); ++at)
        wrong += !(std::fabs(f[at] - p.expected[at]) <= p.tolerance);
    std::printf("%s %s, %d rows, %dx%dx%d: %zu values wrong\n",
                wrong ? "FAIL" : "PASS", name, rows, p.nx, p.ny, p.nz, wrong);
    return wrong == 0;
}

static bool all_right(const Problem& p)
{
    bool good = right("baseline", baseline<double>, 1, p);
    good &= right("baseline_streamed", baseline_streamed<double>, 1, p);
    good &= right("tiled", tiled<double, 1>, 1, p);
    good &= right("tiled", tiled<double, 2>, 2, p);
    good &= right("tiled", tiled<double, 4>, 4, p);
    good &= right("tiled", tiled<double, 8>, 8, p);
    good &= right("tiled", tiled<double, 16>, 16, p);
    good &= right("tiled_bounded", tiled_bounded<double, 1>, 1, p);
    good &= right("tiled_bounded", tiled_bounded<double, 2>, 2, p);
    good &= right("tiled_bounded", tiled_bounded<double, 4>, 4, p);
    good &= right("tiled_bounded", tiled_bounded<double, 8>, 8, p);
    good &= right("tiled_bounded", tiled_bounded<double, 16>, 16, p);
    good &= right("tiled_streamed", tiled_streamed<double, 8>, 8, p);
    return good;
}

// A field made and compared where it lies: a cube of 512 points takes the processor longer than all kernels together.
__global__ void fill(double* u, size_t points)
{
    const size_t step = size_t(gridDim.x) * blockDim.x;
    for (size_t at = blockIdx.x * size_t(blockDim.x) + threadIdx.x; at < points; at += step)
        u[at] = double((at * 2654435761u >> 8) % 4096) / 64 - 32;
}

__global__ void count_wrong(const double* f, const double* expected, size_t points, double tolerance, unsigned* wrong)
{
    const size_t step = size_t(gridDim.x) * blockDim.x;
    for (size_t at = blockIdx.x * size_t(blockDim.x) + threadIdx.x; at < points; at += step)
        if (!(fabs(f[at] - expected[at]) <= tolerance))
            atomicAdd(wrong, 1u);
}

struct Step {
    const char* name;
    Kernel kernel;  // none: the baseline, launched by its name, as a tuning finds it
    int rows;
    std::vector<float> ms;
};

static float timed(const Step& step, const Problem& p, cudaEvent_t start, cudaEvent_t stop)
{
    const dim3 block(block_size, 1, 1);
    const dim3 grid((p.nx + block_size - 1) / block_size, (p.ny + step.rows - 1) / step.rows, p.nz);
    CUDA_CHECK(cudaEventRecord(start));
    if (step.kernel)
        step.kernel<<<grid, block>>>(p.d_f, p.d_u, p.nx, p.ny, p.nz, p.w.x, p.w.y, p.w.z, p.w.centre);
    else
        baseline<double><<<grid, block>>>(p.d_f, p.d_u, p.nx, p.ny, p.nz, p.w.x, p.w.y, p.w.z, p.w.centre);
    CUDA_CHECK(cudaEventRecord(stop));
    CUDA_CHECK(cudaEventSynchronize(stop));
    float ms = 0;
    CUDA_CHECK(cudaEventElapsedTime(&ms, start, stop));
    return ms;
}

static bool ladder(int nx, int ny, int nz, int rounds)
{
    Problem p{nx, ny, nz, {16, 4, 64, -168}, 1e-9, {}, {}, nullptr, nullptr};
    const size_t bytes = p.points() * sizeof(double), behind = size_t(most_rows) * nx;
    double* d_expected;
    unsigned* d_wrong;
    CUDA_CHECK(cudaMalloc(&p.d_u, bytes + behind * sizeof(double)));
    CUDA_CHECK(cudaMalloc(&p.d_f, bytes));
    CUDA_CHECK(cudaMalloc(&d_expected, bytes));
    CUDA_CHECK(cudaMalloc(&d_wrong, sizeof(unsigned)));
    fill<<<1024, 256>>>(p.d_u, p.points() + behind);
    Step steps[] = {
        {"baseline as written", baseline<double>, 1, {}},
        {"baseline", nullptr, 1, {}},
        {"baseline_streamed", baseline_streamed<double>, 1, {}},
        {"tiled", tiled<double, 1>, 1, {}},
        {"tiled", tiled<double, 2>, 2, {}},
        {"tiled", tiled<double, 4>, 4, {}},
        {"tiled", tiled<double, 8>, 8, {}},
        {"tiled", tiled<double, 16>, 16, {}},
        {"tiled_bounded", tiled_bounded<double, 2>, 2, {}},
        {"tiled_bounded", tiled_bounded<double, 4>, 4, {}},
        {"tiled_bounded", tiled_bounded<double, 8>, 8, {}},
        {"tiled_bounded", tiled_bounded<double, 16>, 16, {}},
        {"tiled_streamed", tiled_streamed<double, 8>, 8, {}},
    };
    cudaEvent_t start, stop;
    CUDA_CHECK(cudaEventCreate(&start));
    CUDA_CHECK(cudaEventCreate(&stop));
    bool good = true;
    for (Step& step : steps) {  // once for the results, and to warm up
        CUDA_CHECK(cudaMemset(p.d_f, 0, bytes));
        CUDA_CHECK(cudaMemset(d_wrong, 0, sizeof(unsigned)));
        timed(step, p, start, stop);
        if (&step == steps)
            CUDA_CHECK(cudaMemcpy(d_expected, p.d_f, bytes, cudaMemcpyDeviceToDevice));
        count_wrong<<<1024, 256>>>(p.d_f, d_expected, p.points(), p.tolerance, d_wrong);
        unsigned wrong = 0;
        CUDA_CHECK(cudaMemcpy(&wrong, d_wrong, sizeof wrong, cudaMemcpyDeviceToHost));
        std::printf("%s %s, %d rows, %dx%dx%d: %u values wrong\n", wrong ? "FAIL" : "PASS", step.name, step.rows, nx, ny,
                    nz, wrong);
        good &= wrong == 0;
    }
    for (int round = 0; round < rounds; ++round)
        for (Step& step : steps)
            step.ms.push_back(timed(step, p, start, stop));
    for (Step& step : steps) {
        std::sort(step.ms.begin(), step.ms.end());
        std::printf("time %s, %d: %.6f ms\n", step.name, step.rows, step.ms[step.ms.size() / 2]);
    }
    CUDA_CHECK(cudaEventDestroy(start));
    CUDA_CHECK(cudaEventDestroy(stop));
    for (double* array : {p.d_u, p.d_f, d_expected})
        CUDA_CHECK(cudaFree(array));
    CUDA_CHECK(cudaFree(d_wrong));
    return good;
}

int main(int argc, char** argv)
{
    if (argc > 4)
        return ladder(std::atoi(argv[1]), std::atoi(argv[2]), std::atoi(argv[3]), std::max(1, std::atoi(argv[4]))) ? 0 : 1;
    const bool chosen = argc > 3;
    const int nx = chosen ? std::atoi(argv[1]) : 70;
    const int ny = chosen ? std::atoi(argv[2]) : 37;
    const int nz = chosen ? std::atoi(argv[3]) : 9;
    const Problem p = made(nx, ny, nz);
    const bool good = all_right(p);
    CUDA_CHECK(cudaFree(p.d_u));
    CUDA_CHECK(cudaFree(p.d_f));
    return good ? 0 : 1;
}
