// retarget: --schedule "lanes(y, x)"
// Threads of a warp walk down a column; with its axes changed, along a row.
#include "retarget_hip/granularity.h"
__global__ void copy_rows(const float* in, float* out, int pitch)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    out[row * pitch + column] = in[row * pitch + column];
}

struct copy_rows_factors : retarget::Granularity {
    static constexpr int lanes_x = 1, lanes_y = 0;
    static constexpr int extent_x = 16, extent_y = 16, extent_z = 1;
    static constexpr int most_threads = 256;
};

template <class Factors>
__global__ void copy_rows_coarsened(retarget::Logical logical, const float* in, float* out, int pitch)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 threadIdx = at.thread(0);
    const uint3 blockIdx = at.block(0);
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int column = blockIdx.y * blockDim.y + threadIdx.y;
    out[row * pitch + column] = in[row * pitch + column];
}

void copy_rows_launch(const retarget::Launch& launch, const float* in, float* out, int pitch) {
    if (const retarget::Fit<copy_rows_factors> fit{launch, copy_rows_coarsened<copy_rows_factors>})
        copy_rows_coarsened<copy_rows_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, in, out, pitch);
    else
        copy_rows<<<launch.grid, launch.block, launch.shared, launch.stream>>>(in, out, pitch);
}

void run(const float* in, float* out, int pitch)
{
    copy_rows_launch(retarget::on(dim3(16, 16), dim3(16, 16)), in, out, pitch);
}
