// retarget: --schedule "block(x=2)"
// Sums of blocks, by halves.
#include "retarget_hip/granularity.h"
__global__ void reduction(const float* in, float* sums, int n)
{
    __shared__ float partial[256];
    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    partial[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            partial[t] += partial[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = partial[0];
}

struct reduction_factors : retarget::Granularity {
    static constexpr int block_x = 2;
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 256;
    static constexpr std::size_t static_shared = 2048;
};

template <class Factors>
__global__ void reduction_coarsened(retarget::Logical logical, const float* in, float* sums, int n)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    constexpr int replicas = retarget::Place<Factors>::replicas;
    __shared__ float partial_[replicas][256];
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 threadIdx = at.thread(0);
    bool live[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        live[instance] = at.inside(instance);
    }
    retarget::for_live(live, [&](auto all_live) {
        int t = threadIdx.x;
        float value1[instances];
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            const uint3 blockIdx = at.block(instance);
            int i = blockIdx.x * blockDim.x + t;
            if (!(all_live || live[instance])) continue;
            value1[instance] = i < n ? in[i] : 0.0f;
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            auto& partial = partial_[at.replica(instance)];
            partial[t] = value1[instance];
        }
        __syncthreads();
        for (int half = blockDim.x / 2; half > 0; half /= 2) {
            if (t < half) {
                float value2[instances];
#pragma unroll
                for (int instance = 0; instance < instances; ++instance) {
                    if (!(all_live || live[instance])) continue;
                    auto& partial = partial_[at.replica(instance)];
                    value2[instance] = partial[t] + partial[t + half];
                }
#pragma unroll
                for (int instance = 0; instance < instances; ++instance) {
                    if (!(all_live || live[instance])) continue;
                    auto& partial = partial_[at.replica(instance)];
                    partial[t] = value2[instance];
                }
            }
            __syncthreads();
        }
        if (t == 0) {
            float value3[instances];
#pragma unroll
            for (int instance = 0; instance < instances; ++instance) {
                if (!(all_live || live[instance])) continue;
                auto& partial = partial_[at.replica(instance)];
                value3[instance] = partial[0];
            }
#pragma unroll
            for (int instance = 0; instance < instances; ++instance) {
                if (!(all_live || live[instance])) continue;
                const uint3 blockIdx = at.block(instance);
                sums[blockIdx.x] = value3[instance];
            }
        }
    });
}

void reduction_launch(const retarget::Launch& launch, const float* in, float* sums, int n) {
    if (const retarget::Fit<reduction_factors> fit{launch, reduction_coarsened<reduction_factors>})
        reduction_coarsened<reduction_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, in, sums, n);
    else
        reduction<<<launch.grid, launch.block, launch.shared, launch.stream>>>(in, sums, n);
}

void run(const float* in, float* sums, int n)
{
    reduction_launch(retarget::on((n + 255) / 256, 256), in, sums, n);
}
