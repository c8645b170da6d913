// retarget: --schedule "block(x=4)"
// A step of Gaussian elimination: subtracts multiples of row t from the rows below.
#include "retarget_hip/granularity.h"
__global__ void eliminate(const float* m, float* a, float* b, int size, int t)
{
    if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - t) return;
    if (threadIdx.y + blockIdx.y * blockDim.y >= size - t) return;

    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    a[size * (row + 1 + t) + (column + t)] -= m[size * (row + 1 + t) + t] * a[size * t + (column + t)];
    if (column == 0)
        b[row + 1 + t] -= m[size * (row + 1 + t) + t] * b[t];
}

struct eliminate_factors : retarget::Granularity {
    static constexpr int block_x = 4;
    static constexpr int extent_x = 4, extent_y = 4, extent_z = 1;
    static constexpr int most_threads = 16;
};

template <class Factors>
__global__ void eliminate_coarsened(retarget::Logical logical, const float* m, float* a, float* b, int size, int t)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 threadIdx = at.thread(0);
    const uint3 blockIdx = at.block(0);
    bool live[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        live[instance] = at.inside(instance);
    }
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 blockIdx = at.block(instance);
        if (threadIdx.x + blockIdx.x * blockDim.x >= size - 1 - t) { live[instance] = false; continue; }
    }
    retarget::for_live(live, [&](auto all_live) {
        if (threadIdx.y + blockIdx.y * blockDim.y >= size - t) {
            return;
        }
        int column = blockIdx.y * blockDim.y + threadIdx.y;
        int row_[instances];
        float value1[instances];
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            const uint3 blockIdx = at.block(instance);
            auto& row = row_[instance];
            row = blockIdx.x * blockDim.x + threadIdx.x;
            if (!(all_live || live[instance])) continue;
            value1[instance] = a[size * (row + 1 + t) + (column + t)] - (m[size * (row + 1 + t) + t] * a[size * t + (column + t)]);
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            auto& row = row_[instance];
            a[size * (row + 1 + t) + (column + t)] = value1[instance];
        }
        if (column == 0) {
            float value2[instances];
#pragma unroll
            for (int instance = 0; instance < instances; ++instance) {
                if (!(all_live || live[instance])) continue;
                auto& row = row_[instance];
                value2[instance] = b[row + 1 + t] - (m[size * (row + 1 + t) + t] * b[t]);
            }
#pragma unroll
            for (int instance = 0; instance < instances; ++instance) {
                if (!(all_live || live[instance])) continue;
                auto& row = row_[instance];
                b[row + 1 + t] = value2[instance];
            }
        }
    });
}

void eliminate_launch(const retarget::Launch& launch, const float* m, float* a, float* b, int size, int t) {
    if (const retarget::Fit<eliminate_factors> fit{launch, eliminate_coarsened<eliminate_factors>})
        eliminate_coarsened<eliminate_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, m, a, b, size, t);
    else
        eliminate<<<launch.grid, launch.block, launch.shared, launch.stream>>>(m, a, b, size, t);
}

void run(const float* m, float* a, float* b, int size)
{
    dim3 block(4, 4), grid((size + 3) / 4, (size + 3) / 4);
    for (int t = 0; t < size - 1; ++t)
        eliminate_launch(retarget::on(grid, block), m, a, b, size, t);
}
