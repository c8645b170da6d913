// retarget: --schedule "thread(x=2, y=2) share()"
// C = A B of row-major square matrices.
#include "retarget_hip/granularity.h"
__global__ void matmul(const float* a, const float* b, float* c, int n)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

struct matmul_factors : retarget::Granularity {
    static constexpr int thread_x = 2, thread_y = 2;
    static constexpr int extent_x = 16, extent_y = 16, extent_z = 1;
    static constexpr int most_threads = 64;
};

template <class Factors>
__global__ void matmul_coarsened(retarget::Logical logical, const float* a, const float* b, float* c, int n)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 blockIdx = at.block(0);
    int column_[instances];
    int row_[instances];
    float sum_[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        auto& column = column_[instance];
        auto& row = row_[instance];
        auto& sum = sum_[instance];
        column = blockIdx.x * blockDim.x + threadIdx.x;
        if (instance > 0) column = column_[0] + (int)(threadIdx.x - at.thread(0).x);
        row = blockIdx.y * blockDim.y + threadIdx.y;
        if (instance > 0) row = row_[0] + (int)(threadIdx.y - at.thread(0).y);
        sum = 0.0f;
    }
    for (int k = 0; k < n; ++k) {
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            auto& column = column_[instance];
            auto& row = row_[instance];
            auto& sum = sum_[instance];
            sum += a[row * n + k] * b[k * n + column];
        }
    }
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        auto& column = column_[instance];
        auto& row = row_[instance];
        auto& sum = sum_[instance];
        c[row * n + column] = sum;
    }
}

void matmul_launch(const retarget::Launch& launch, const float* a, const float* b, float* c, int n) {
    if (const retarget::Fit<matmul_factors> fit{launch, matmul_coarsened<matmul_factors>})
        matmul_coarsened<matmul_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, a, b, c, n);
    else
        matmul<<<launch.grid, launch.block, launch.shared, launch.stream>>>(a, b, c, n);
}

void run(const float* a, const float* b, float* c, int n)
{
    matmul_launch(retarget::on(dim3(n / 16, n / 16), dim3(16, 16)), a, b, c, n);
}
