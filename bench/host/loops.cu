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

__global__ void volume(float *out, const float *in, int nx, int ny, int nz)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1)
        return;
    const int plane = nx * ny;
    for (int z = 1; z < nz - 1; ++z) {
        const int at = z * plane + y * nx + x;
        out[at] = 0.4f * in[at] + 0.1f * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - plane] + in[at + plane]);
    }
}

static void volume_loops(float *out, const float *in, int nx, int ny, int nz)
{
    const int plane = nx * ny;
    for (int z = 1; z < nz - 1; ++z)
        for (int y = 1; y < ny - 1; ++y)
            for (int x = 1; x < nx - 1; ++x) {
                const int at = z * plane + y * nx + x;
                out[at] = 0.4f * in[at] + 0.1f * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - plane] + in[at + plane]);
            }
}

__global__ void histogram(unsigned *bins, const unsigned char *data, int count)
{
    __shared__ unsigned local[256];
    local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
        atomicAdd(&local[data[i]], 1u);
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

static void histogram_loops(unsigned *bins, const unsigned char *data, int count)
{
    for (int i = 0; i < count; ++i)
        ++bins[data[i]];
}

// A step of Gaussian elimination, by one column.
__global__ void eliminate(float *a, const float *factor, int n, int column)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= column && x < n && y > column && y < n)
        a[y * n + x] -= factor[y] * a[column * n + x];
}

static void eliminate_loops(float *a, const float *factor, int n, int column)
{
    for (int y = column + 1; y < n; ++y)
        for (int x = column; x < n; ++x)
            a[y * n + x] -= factor[y] * a[column * n + x];
}

// Tiles of an alignment's table, on one diagonal: their threads follow each other a step apart.
__global__ void align(int *score, const int *similar, int n)
{
    __shared__ int tile[EDGE + 1][EDGE + 1];
    const int t = threadIdx.x, pitch = n + 1;
    int *corner = score + (n / EDGE - 1 - blockIdx.x) * EDGE * pitch + blockIdx.x * EDGE;
    if (t == 0)
        tile[0][0] = corner[0];
    tile[0][t + 1] = corner[t + 1];
    tile[t + 1][0] = corner[(t + 1) * pitch];
    __syncthreads();
    for (int step = 0; step < 2 * EDGE - 1; ++step) {
        const int y = step - t;
        if (y >= 0 && y < EDGE)
            tile[y + 1][t + 1] = max(tile[y][t] + similar[y * EDGE + t], max(tile[y + 1][t], tile[y][t + 1]) - 10);
        __syncthreads();
    }
    for (int y = 0; y < EDGE; ++y)
        corner[(y + 1) * pitch + t + 1] = tile[y + 1][t + 1];
}

static void align_loops(int *score, const int *similar, int n)
{
    for (int tile = 0; tile < n / EDGE; ++tile) {
        int *corner = score + (n / EDGE - 1 - tile) * EDGE * (n + 1) + tile * EDGE;
        for (int y = 0; y < EDGE; ++y)
            for (int x = 0; x < EDGE; ++x) {
                int *above = corner + y * (n + 1) + x, *here = above + n + 1;
                const int gap = (here[0] > above[1] ? here[0] : above[1]) - 10, same = above[0] + similar[y * EDGE + x];
                here[1] = same > gap ? same : gap;
            }
    }
}

// One level of a search in breadth, in a graph of eight edges a vertex.
__global__ void expand(int *distance, const int *targets, int count, int level)
{
    const int v = blockIdx.x * blockDim.x + threadIdx.x;
    if (v < count && distance[v] == level)
        for (int e = 8 * v; e < 8 * v + 8; ++e)
            if (distance[targets[e]] > level + 1)
                distance[targets[e]] = level + 1;
}

static void expand_loops(int *distance, const int *targets, int count, int level)
{
    for (int v = 0; v < count; ++v)
        if (distance[v] == level)
            for (int e = 8 * v; e < 8 * v + 8; ++e)
                if (distance[targets[e]] > level + 1)
                    distance[targets[e]] = level + 1;
}

__global__ void warp_scan(int *out, const int *in)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    int sum = in[i];
    for (int step = 1; step < 32; step *= 2) {
        const int left = __shfl_up_sync(~0u, sum, step);
        if (lane >= step)
            sum += left;
    }
    out[i] = sum;
}

static void warp_scan_loops(int *out, const int *in, int count)
{
    for (int first = 0; first < count; first += 32)
        for (int i = 0, sum = 0; i < 32; ++i)
            out[first + i] = sum += in[first + i];
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
    const int side = 128, system = 1024, vertices = 1 << 18, letters = 4096;
    const dim3 faces(side / 32, side / 8);
    compare("volume", [=] { volume<<<faces, threads>>>(y, x, side, side, side); },
            [=] { volume_loops(y, x, side, side, side); });
    unsigned *bins = managed<unsigned>(256);
    const auto *bytes = reinterpret_cast<unsigned char *>(x);
    compare("histogram", [=] { histogram<<<64, 256>>>(bins, bytes, n); }, [=] { histogram_loops(bins, bytes, n); });
    const dim3 all(system / 32, system / 8);
    compare("eliminate", [=] { eliminate<<<all, threads>>>(y, x, system, 100); },
            [=] { eliminate_loops(y, x, system, 100); });
    int *score = managed<int>((letters + 1) * (letters + 1)), *similar = managed<int>(EDGE * EDGE);
    compare("align", [=] { align<<<letters / EDGE, EDGE>>>(score, similar, letters); },
            [=] { align_loops(score, similar, letters); });
    int *distance = managed<int>(vertices), *targets = managed<int>(8 * vertices);
    for (int e = 0; e < 8 * vertices; ++e)
        targets[e] = static_cast<int>(e * 2654435761u >> 14);
    for (int v = 0; v < vertices; ++v)
        distance[v] = v % 4;
    compare("expand", [=] { expand<<<vertices / 256, 256>>>(distance, targets, vertices, 3); },
            [=] { expand_loops(distance, targets, vertices, 3); });
    compare("warp_scan", [=] { warp_scan<<<vertices / 256, 256>>>(distance, targets); },
            [=] { warp_scan_loops(distance, targets, vertices); });
    int *out = managed<int>(256);
    const double start = now();
    barriers<<<1, 256>>>(out, 20000);
    cudaDeviceSynchronize();
    printf("barriers %.6f %.0f\n", now() - start, 256 * 20000 / (now() - start));
    return 0;
}
