// retarget: --schedule "thread(x=4)"
// y = a x + y, an element for each thread; the last block may stand over the end.
#include "retarget_hip/granularity.h"
__global__ void saxpy(int n, float a, const float* x, float* y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + y[i];
}

struct saxpy_factors : retarget::Granularity {
    static constexpr int thread_x = 4;
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 64;
};

template <class Factors>
__global__ void saxpy_coarsened(retarget::Logical logical, int n, float a, const float* x, float* y)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 blockIdx = at.block(0);
    bool live[instances];
    int i_[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        auto& i = i_[instance];
        i = blockIdx.x * blockDim.x + threadIdx.x;
        live[instance] = i < n;
    }
    retarget::for_live(live, [&](auto all_live) {
        float value1[instances];
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            auto& i = i_[instance];
            value1[instance] = a * x[i] + y[i];
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            auto& i = i_[instance];
            y[i] = value1[instance];
        }
    });
}

void saxpy_launch(const retarget::Launch& launch, int n, float a, const float* x, float* y) {
    if (const retarget::Fit<saxpy_factors> fit{launch, saxpy_coarsened<saxpy_factors>})
        saxpy_coarsened<saxpy_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, n, a, x, y);
    else
        saxpy<<<launch.grid, launch.block, launch.shared, launch.stream>>>(n, a, x, y);
}

void run(int n, float a, const float* x, float* y)
{
    saxpy_launch(retarget::on((n + 255) / 256, 256), n, a, x, y);
}
