// retarget: --schedule "split(x=4)"
// One thread sums up a row: with few rows, blocks of 64 spread over more multiprocessors than those of 256.
#include "retarget_hip/granularity.h"
__global__ void row_sums(int rows, int columns, const float* a, float* sums)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int column = 0; column < columns; ++column)
        sum += a[row * columns + column];
    sums[row] = sum;
}

struct row_sums_factors : retarget::Granularity {
    static constexpr int split_x = 4;
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 64;
};

template <class Factors>
__global__ void row_sums_coarsened(retarget::Logical logical, int rows, int columns, const float* a, float* sums)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 threadIdx = at.thread(0);
    const uint3 blockIdx = at.block(0);
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int column = 0; column < columns; ++column)
        sum += a[row * columns + column];
    sums[row] = sum;
}

void row_sums_launch(const retarget::Launch& launch, int rows, int columns, const float* a, float* sums) {
    if (const retarget::Fit<row_sums_factors> fit{launch, row_sums_coarsened<row_sums_factors>})
        row_sums_coarsened<row_sums_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, rows, columns, a, sums);
    else
        row_sums<<<launch.grid, launch.block, launch.shared, launch.stream>>>(rows, columns, a, sums);
}

void run(int rows, int columns, const float* a, float* sums)
{
    row_sums_launch(retarget::on((rows + 255) / 256, 256), rows, columns, a, sums);
}
