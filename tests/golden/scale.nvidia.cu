// retarget: --schedule "thread(x=4, consecutive)"
// No bound to keep: the array is as long as the grid.
#include "retarget_hip/granularity.h"
__global__ void scale(float* values, float factor)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    values[i] *= factor;  // in place
}

struct scale_factors : retarget::Granularity {
    static constexpr int thread_x = 4;
    static constexpr bool thread_strided = false;
    static constexpr int extent_x = 128, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 32;
};

template <class Factors>
__global__ void scale_coarsened(retarget::Logical logical, float* values, float factor)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 blockIdx = at.block(0);
    int i_[instances];
    float value1[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        auto& i = i_[instance];
        i = blockIdx.x * blockDim.x + threadIdx.x;
        value1[instance] = values[i] * factor;
    }
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        auto& i = i_[instance];
        values[i] = value1[instance];  // in place
    }
}

void scale_launch(const retarget::Launch& launch, float* values, float factor) {
    if (const retarget::Fit<scale_factors> fit{launch, scale_coarsened<scale_factors>})
        scale_coarsened<scale_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, values, factor);
    else
        scale<<<launch.grid, launch.block, launch.shared, launch.stream>>>(values, factor);
}

void run(float* values, int blocks)
{
    scale_launch(retarget::on(blocks, 128), values, 0.5f);
}
