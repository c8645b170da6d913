// retarget: --schedule "block(x=2) thread(y=8)"
// The inner tiles of a blocked LU decomposition: a tile minus the product of its row's and its column's.
#include "retarget_hip/granularity.h"
#define SIZE 16

__global__ void lu_internal(float* m, int dim, int offset)
{
    __shared__ float row[SIZE][SIZE];
    __shared__ float column[SIZE][SIZE];
    int at_row = offset + (blockIdx.y + 1) * SIZE;
    int at_column = offset + (blockIdx.x + 1) * SIZE;
    row[threadIdx.y][threadIdx.x] = m[(offset + threadIdx.y) * dim + at_column + threadIdx.x];
    column[threadIdx.y][threadIdx.x] = m[(at_row + threadIdx.y) * dim + offset + threadIdx.x];
    __syncthreads();

    float sum = 0;
    for (int i = 0; i < SIZE; i++)
        sum += column[threadIdx.y][i] * row[i][threadIdx.x];
    m[(at_row + threadIdx.y) * dim + at_column + threadIdx.x] -= sum;
}

struct lu_internal_factors : retarget::Granularity {
    static constexpr int thread_y = 8;
    static constexpr int block_x = 2;
    static constexpr int extent_x = 16, extent_y = 16, extent_z = 1;
    static constexpr int most_threads = 32;
    static constexpr std::size_t static_shared = 3072;
};

template <class Factors>
__global__ void lu_internal_coarsened(retarget::Logical logical, float* m, int dim, int offset)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    constexpr int replicas = retarget::Place<Factors>::replicas;
    __shared__ float row_[replicas][SIZE][SIZE];
    __shared__ float column[SIZE][SIZE];
    const retarget::Place<Factors> at(logical);
    const uint3 blockIdx = at.block(0);
    bool live[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        live[instance] = at.inside(instance);
    }
    retarget::for_live(live, [&](auto all_live) {
        int at_row = offset + (blockIdx.y + 1) * SIZE;
        int at_column_[instances];
        float value1[instances];
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            const uint3 threadIdx = at.thread(instance);
            const uint3 blockIdx = at.block(instance);
            auto& at_column = at_column_[instance];
            at_column = offset + (blockIdx.x + 1) * SIZE;
            if (!(all_live || live[instance])) continue;
            value1[instance] = m[(offset + threadIdx.y) * dim + at_column + threadIdx.x];
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            const uint3 threadIdx = at.thread(instance);
            auto& row = row_[at.replica(instance)];
            row[threadIdx.y][threadIdx.x] = value1[instance];
        }
        float value2[instances];
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            const uint3 threadIdx = at.thread(instance);
            value2[instance] = m[(at_row + threadIdx.y) * dim + offset + threadIdx.x];
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            const uint3 threadIdx = at.thread(instance);
            column[threadIdx.y][threadIdx.x] = value2[instance];
        }
        __syncthreads();
        float sum_[instances];
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            auto& sum = sum_[instance];
            sum = 0;
        }
        for (int i = 0; i < SIZE; i++) {
#pragma unroll
            for (int instance = 0; instance < instances; ++instance) {
                if (!(all_live || live[instance])) continue;
                const uint3 threadIdx = at.thread(instance);
                auto& row = row_[at.replica(instance)];
                auto& sum = sum_[instance];
                sum += column[threadIdx.y][i] * row[i][threadIdx.x];
            }
        }
        float value3[instances];
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            const uint3 threadIdx = at.thread(instance);
            auto& at_column = at_column_[instance];
            auto& sum = sum_[instance];
            value3[instance] = m[(at_row + threadIdx.y) * dim + at_column + threadIdx.x] - sum;
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            const uint3 threadIdx = at.thread(instance);
            auto& at_column = at_column_[instance];
            m[(at_row + threadIdx.y) * dim + at_column + threadIdx.x] = value3[instance];
        }
    });
}

void lu_internal_launch(const retarget::Launch& launch, float* m, int dim, int offset) {
    if (const retarget::Fit<lu_internal_factors> fit{launch, lu_internal_coarsened<lu_internal_factors>})
        lu_internal_coarsened<lu_internal_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, m, dim, offset);
    else
        lu_internal<<<launch.grid, launch.block, launch.shared, launch.stream>>>(m, dim, offset);
}

void run(float* m, int dim, int offset, int tiles)
{
    lu_internal_launch(retarget::on(dim3(tiles, tiles), dim3(SIZE, SIZE)), m, dim, offset);
}
