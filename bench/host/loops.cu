// Kernels and the same work as plain loops, on one processor: what a thread's life on the host target costs.
// Prints a line for each: name, seconds of the kernel, seconds of the loops. `barriers` has no loops: it prints how
// many times a second a thread is switched.
#include <cmath>
#include <cstdio>
#include <ctime>

#include <cuda_runtime.h>

// Seconds of processor time: other work on the machine does not count.
static double now()
{
    timespec spent;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return spent.tv_sec + 1e-9 * spent.tv_nsec;
}

__global__ void scale_add(float *y, const float *x, float a, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

static void scale_add_loops(float *y, const float *x, float a, int n)
{
    for (int i = 0; i < n; ++i)
        y[i] = a * x[i] + y[i];
}

__global__ void laplacian(double *out, const double *in, int nx, int ny)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < nx - 1 && y < ny - 1)
        out[y * nx + x] = in[y * nx + x - 1] + in[y * nx + x + 1] + in[(y - 1) * nx + x] + in[(y + 1) * nx + x]
                          - 4 * in[y * nx + x];
}

static void laplacian_loops(double *out, const double *in, int nx, int ny)
{
    for (int y = 1; y < ny - 1; ++y)
        for (int x = 1; x < nx - 1; ++x)
            out[y * nx + x] = in[y * nx + x - 1] + in[y * nx + x + 1] + in[(y - 1) * nx + x] + in[(y + 1) * nx + x]
                              - 4 * in[y * nx + x];
}

__global__ void gravity(float4 *force, const float4 *body, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 sum = make_float4(0, 0, 0, 0);
    for (int j = 0; j < n; ++j) {
        const float dx = body[j].x - body[i].x, dy = body[j].y - body[i].y, dz = body[j].z - body[i].z;
        const float r2 = dx * dx + dy * dy + dz * dz + 0.01f, f = body[j].w / (r2 * sqrtf(r2));
        sum.x += f * dx;
        sum.y += f * dy;
        sum.z += f * dz;
    }
    force[i] = sum;
}

static void gravity_loops(float4 *force, const float4 *body, int n)
{
    for (int i = 0; i < n; ++i) {
        float4 sum = make_float4(0, 0, 0, 0);
        for (int j = 0; j < n; ++j) {
            const float dx = body[j].x - body[i].x, dy = body[j].y - body[i].y, dz = body[j].z - body[i].z;
            const float r2 = dx * dx + dy * dy + dz * dz + 0.01f, f = body[j].w / (r2 * sqrtf(r2));
            sum.x += f * dx;
            sum.y += f * dy;
            sum.z += f * dz;
        }
        force[i] = sum;
    }
}

constexpr int EDGE = 16;

__global__ void multiply(float *c, const float *a, const float *b, int n)
{
    __shared__ float left[EDGE][EDGE], right[EDGE][EDGE];
    const int x = blockIdx.x * EDGE + threadIdx.x, y = blockIdx.y * EDGE + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < n; k += EDGE) {
        left[threadIdx.y][threadIdx.x] = a[y * n + k + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + x];
        __syncthreads();
        for (int i = 0; i < EDGE; ++i)
            sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

static void multiply_loops(float *c, const float *a, const float *b, int n)
{
    for (int y = 0; y < n; ++y)
        for (int x = 0; x < n; ++x) {
            float sum = 0;
            for (int k = 0; k < n; ++k)
                sum += a[y * n + k] * b[k * n + x];
            c[y * n + x] = sum;
        }
}

__global__ void sums(float *out, const float *in)
{
    __shared__ float part[256];
    part[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    for (int step = 128; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step)
            part[threadIdx.x] += part[threadIdx.x + step];
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = part[0];
}

static void sums_loops(float *out, const float *in, int blocks)
{
    for (int b = 0; b < blocks; ++b) {
        float sum = 0;
        for (int i = 0; i < 256; ++i)
            sum += in[b * 256 + i];
        out[b] = sum;
    }
}

__global__ void barriers(int *out, int count)
{
    int sum = 0;
    for (int i = 0; i < count; ++i) {
        sum += i ^ threadIdx.x;
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

template <typename Kernel, typename Loops>
static void compare(const char *name, Kernel kernel, Loops loops)
{
    double best[2] = {1e9, 1e9};
    for (int repeat = 0; repeat < 5; ++repeat) {
        double start = now();
        kernel();
        cudaDeviceSynchronize();
        best[0] = std::fmin(best[0], now() - start);
        start = now();
        loops();
        best[1] = std::fmin(best[1], now() - start);
    }
    printf("%s %.6f %.6f\n", name, best[0], best[1]);
}

template <typename T>
static T *managed(size_t count)
{
    T *data = nullptr;
    cudaMallocManaged(&data, count * sizeof(T));
    for (size_t i = 0; i < count * sizeof(T) / sizeof(float); ++i)
        reinterpret_cast<float *>(data)[i] = 1.0f + i % 7;
    return data;
}

int main()
{
    const int n = 1 << 22, edge = 1024, bodies = 2048, order = 256, blocks = 4096;
    float *x = managed<float>(n), *y = managed<float>(n);
    compare("scale_add", [=] { scale_add<<<n / 256, 256>>>(y, x, 0.5f, n); }, [=] { scale_add_loops(y, x, 0.5f, n); });
    double *u = managed<double>(edge * edge), *v = managed<double>(edge * edge);
    const dim3 tiles(edge / 32, edge / 8), threads(32, 8);
    compare("laplacian", [=] { laplacian<<<tiles, threads>>>(v, u, edge, edge); },
            [=] { laplacian_loops(v, u, edge, edge); });
    float4 *body = managed<float4>(bodies), *force = managed<float4>(bodies);
    compare("gravity", [=] { gravity<<<bodies / 128, 128>>>(force, body, bodies); },
            [=] { gravity_loops(force, body, bodies); });
    const dim3 square(order / EDGE, order / EDGE), block(EDGE, EDGE);
    compare("multiply", [=] { multiply<<<square, block>>>(y, x, x, order); }, [=] { multiply_loops(y, x, x, order); });
    compare("sums", [=] { sums<<<blocks, 256>>>(y, x); }, [=] { sums_loops(y, x, blocks); });
    int *out = managed<int>(256);
    const double start = now();
    barriers<<<1, 256>>>(out, 20000);
    cudaDeviceSynchronize();
    printf("barriers %.6f %.0f\n", now() - start, 256 * 20000 / (now() - start));
    return 0;
}
