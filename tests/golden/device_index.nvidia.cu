// retarget: --schedule "block(x=2, strided)"
// A function of the user's names the indices.
#include "retarget_hip/granularity.h"
__device__ int global_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__device__ int global_index_at(const uint3 threadIdx, const uint3 blockIdx, const dim3 blockDim, const dim3 gridDim) { return blockIdx.x * blockDim.x + threadIdx.x; }


__global__ void device_index(const float* in, float* out, int n)
{
    const int i = global_index();
    if (i == 0 || i + 1 >= n) return;
    out[i] = in[i + 1] - in[i - 1];  // central difference
}

struct device_index_factors : retarget::Granularity {
    static constexpr int block_x = 2;
    static constexpr bool block_strided = true;
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 256;
};

template <class Factors>
__global__ void device_index_coarsened(retarget::Logical logical, const float* in, float* out, int n)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const dim3 gridDim = logical.grid;
    const uint3 threadIdx = at.thread(0);
    bool live[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        live[instance] = at.inside(instance);
    }
    int i_[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 blockIdx = at.block(instance);
        auto& i = i_[instance];
        i = global_index_at(threadIdx, blockIdx, blockDim, gridDim);
        if (i == 0 || i + 1 >= n) { live[instance] = false; continue; }
    }
    retarget::for_live(live, [&](auto all_live) {
        float value1[instances];
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            auto& i = i_[instance];
            value1[instance] = in[i + 1] - in[i - 1];
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            auto& i = i_[instance];
            out[i] = value1[instance];  // central difference
        }
    });
}

void device_index_launch(const retarget::Launch& launch, const float* in, float* out, int n) {
    if (const retarget::Fit<device_index_factors> fit{launch, device_index_coarsened<device_index_factors>})
        device_index_coarsened<device_index_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, in, out, n);
    else
        device_index<<<launch.grid, launch.block, launch.shared, launch.stream>>>(in, out, n);
}

void run(const float* in, float* out, int n)
{
    device_index_launch(retarget::on((n + 255) / 256, 256), in, out, n);
}
