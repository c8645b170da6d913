// retarget: --to amd --schedule "block(x=2)"
// A sum for each warp, by shuffles.
#include <hip/hip_runtime.h>
#include "retarget_hip/granularity.h"
#include "retarget_hip/warp_shuffles.h"
__device__ float sum_of_warp(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += warp32::shfl_down_sync(0xffffffff, value, offset);
    return value;
}

__global__ void warp_sum(const float* in, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = sum_of_warp(in[i]);
    if (threadIdx.x % 32 == 0)
        out[i / 32] = sum;
}

struct warp_sum_factors : retarget::Granularity {
    static constexpr int block_x = 2;
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 256;
};

template <class Factors>
__global__ void warp_sum_coarsened(retarget::Logical logical, const float* in, float* out)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 threadIdx = at.thread(0);
    bool live[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        live[instance] = at.inside(instance);
    }
    retarget::for_live(live, [&](auto all_live) {
        int i_[instances];
        float sum_[instances] = {};
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            const uint3 blockIdx = at.block(instance);
            auto& i = i_[instance];
            auto& sum = sum_[instance];
            i = blockIdx.x * blockDim.x + threadIdx.x;
            if (!(all_live || live[instance])) continue;
            sum = sum_of_warp(in[i]);
        }
        if (threadIdx.x % 32 == 0) {
#pragma unroll
            for (int instance = 0; instance < instances; ++instance) {
                if (!(all_live || live[instance])) continue;
                auto& i = i_[instance];
                auto& sum = sum_[instance];
                out[i / 32] = sum;
            }
        }
    });
}

void warp_sum_launch(const retarget::Launch& launch, const float* in, float* out) {
    if (const retarget::Fit<warp_sum_factors> fit{launch, warp_sum_coarsened<warp_sum_factors>})
        warp_sum_coarsened<warp_sum_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, in, out);
    else
        warp_sum<<<launch.grid, launch.block, launch.shared, launch.stream>>>(in, out);
}

void run(const float* in, float* out, int blocks)
{
    warp_sum_launch(retarget::on(blocks, 256), in, out);
}
