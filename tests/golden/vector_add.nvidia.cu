// retarget: --schedule "block(x=2)"
#include "retarget_hip/granularity.h"
__global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    c[i] = a[i] + b[i];
}

struct vector_add_factors : retarget::Granularity {
    static constexpr int block_x = 2;
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 256;
};

template <class Factors>
__global__ void vector_add_coarsened(retarget::Logical logical, const float* a, const float* b, float* c, int n)
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
    int i_[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 blockIdx = at.block(instance);
        auto& i = i_[instance];
        i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i >= n) { live[instance] = false; continue; }
    }
    retarget::for_live(live, [&](auto all_live) {
        float value1[instances];
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            auto& i = i_[instance];
            value1[instance] = a[i] + b[i];
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            auto& i = i_[instance];
            c[i] = value1[instance];
        }
    });
}

void vector_add_launch(const retarget::Launch& launch, const float* a, const float* b, float* c, int n) {
    if (const retarget::Fit<vector_add_factors> fit{launch, vector_add_coarsened<vector_add_factors>})
        vector_add_coarsened<vector_add_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, a, b, c, n);
    else
        vector_add<<<launch.grid, launch.block, launch.shared, launch.stream>>>(a, b, c, n);
}

void run(const float* a, const float* b, float* c, int n, cudaStream_t stream)
{
    vector_add_launch(retarget::on((n + 255) / 256, 256, 0, stream), a, b, c, n);
}
