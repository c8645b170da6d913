// retarget: --to amd --schedule "bounds(256, waves=2)"
#include <hip/hip_runtime.h>
#include "retarget_hip/granularity.h"
__global__ void square(float* values, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] = values[i] * values[i];
}

struct square_factors : retarget::Granularity {
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 256;
    static constexpr int waves = 2;
};

template <class Factors>
__global__ void __launch_bounds__(Factors::most_threads, retarget::Place<Factors>::planned /* waves per EU */) square_coarsened(retarget::Logical logical, float* values, int n)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 threadIdx = at.thread(0);
    const uint3 blockIdx = at.block(0);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) values[i] = values[i] * values[i];
}

void square_launch(const retarget::Launch& launch, float* values, int n) {
    if (const retarget::Fit<square_factors> fit{launch, square_coarsened<square_factors>})
        square_coarsened<square_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, values, n);
    else
        square<<<launch.grid, launch.block, launch.shared, launch.stream>>>(values, n);
}

void run(float* values, int n)
{
    square_launch(retarget::on((n + 255) / 256, 256), values, n);
}
