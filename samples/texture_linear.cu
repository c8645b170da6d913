// Sparse matrix times vector (compressed rows), with the vector read through a texture of linear memory.
//
// Exercises: tex1Dfetch<float>, <float4> and <int2> (a double in two words), texture objects as kernel
// arguments and inside a struct. No filtering, no arrays: plain loads can stand in for every fetch.
//
// Usage: texture_linear [rows]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

static void check(cudaError_t status, const char* what)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
        exit(1);
    }
}
#define CHECK(x) check((x), #x)

struct SparseMatrix {
    int rows;
    const int* row_start;
    const int* column;
    const float* value;
};

struct Vectors {
    cudaTextureObject_t single;
    cudaTextureObject_t real;
};

__device__ double fetch_double(cudaTextureObject_t texture, int i)
{
    const int2 words = tex1Dfetch<int2>(texture, i);
    return __hiloint2double(words.y, words.x);
}

__global__ void multiply(SparseMatrix a, Vectors x, float* y, double* yd)
{
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0.0f;
    double sumd = 0.0;
    for (int e = a.row_start[row]; e < a.row_start[row + 1]; ++e) {
        sum += a.value[e] * tex1Dfetch<float>(x.single, a.column[e]);
        sumd += a.value[e] * fetch_double(x.real, a.column[e]);
    }
    y[row] = sum;
    yd[row] = sumd;
}

__global__ void lengths(cudaTextureObject_t points, float* out, int count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        const float4 p = tex1Dfetch<float4>(points, i);
        out[i] = sqrtf(p.x * p.x + p.y * p.y + p.z * p.z) * p.w;
    }
}

template <typename Texel>
cudaTextureObject_t linear_texture(void* memory, size_t bytes)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = memory;
    resource.res.linear.desc = cudaCreateChannelDesc<Texel>();
    resource.res.linear.sizeInBytes = bytes;
    cudaTextureDesc description = {};
    description.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    return texture;
}

template <typename T>
T* to_device(const std::vector<T>& host)
{
    T* device;
    CHECK(cudaMalloc(&device, host.size() * sizeof(T)));
    CHECK(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

int main(int argc, char** argv)
{
    const int rows = argc > 1 ? atoi(argv[1]) : 600;
    const int threads = 64, blocks = (rows + threads - 1) / threads;

    std::vector<int> row_start(1, 0), column;
    std::vector<float> value, x(rows);
    std::vector<double> xd(rows);
    std::vector<float4> points(rows);
    for (int r = 0; r < rows; ++r) {
        for (int e = 0; e < 3 + r % 5; ++e) {
            column.push_back((r * 31 + e * e * 17) % rows);
            value.push_back(float((r + e) % 9 - 4));
        }
        row_start.push_back((int)column.size());
        x[r] = float(r % 21 - 10);
        xd[r] = x[r] + 1.0 / (1 << 30);         // needs both words
        points[r] = make_float4(2.0f * r, 3.0f * r, 6.0f * r, 0.5f);
    }

    int *d_start = to_device(row_start), *d_column = to_device(column);
    float *d_value = to_device(value), *d_x = to_device(x), *d_y = to_device(std::vector<float>(rows));
    double *d_xd = to_device(xd), *d_yd = to_device(std::vector<double>(rows));
    float4* d_points = to_device(points);

    const SparseMatrix a = {rows, d_start, d_column, d_value};
    Vectors vectors;
    vectors.single = linear_texture<float>(d_x, rows * sizeof(float));
    vectors.real = linear_texture<int2>(d_xd, rows * sizeof(double));
    const cudaTextureObject_t points_texture = linear_texture<float4>(d_points, rows * sizeof(float4));

    std::vector<float> y(rows), length(rows);
    std::vector<double> yd(rows);
    multiply<<<blocks, threads>>>(a, vectors, d_y, d_yd);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(y.data(), d_y, rows * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(yd.data(), d_yd, rows * sizeof(double), cudaMemcpyDeviceToHost));
    lengths<<<blocks, threads>>>(points_texture, d_y, rows);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(length.data(), d_y, rows * sizeof(float), cudaMemcpyDeviceToHost));

    int wrong = 0;
    for (int r = 0; r < rows; ++r) {
        float sum = 0.0f;
        double sumd = 0.0;
        for (int e = row_start[r]; e < row_start[r + 1]; ++e) {
            sum += value[e] * x[column[e]];
            sumd += value[e] * xd[column[e]];
        }
        const bool right = y[r] == sum && yd[r] == sumd && std::fabs(length[r] - 3.5f * r) <= 1e-6f * 3.5f * r;
        wrong += !right;
    }
    printf("%s texture_linear %d rows, %zu entries: %d rows wrong\n", wrong ? "FAIL" : "PASS", rows, value.size(), wrong);

    CHECK(cudaDestroyTextureObject(vectors.single));
    CHECK(cudaDestroyTextureObject(vectors.real));
    CHECK(cudaDestroyTextureObject(points_texture));
    void* memory[] = {d_start, d_column, d_value, d_x, d_y, d_xd, d_yd, d_points};
    for (void* m : memory)
        CHECK(cudaFree(m));
    return wrong ? 1 : 0;
}
