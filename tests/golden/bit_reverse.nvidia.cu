// retarget: --schedule "pack(x=2) block(x=2)"
// Exchanges through shared memory.
#include "retarget_hip/granularity.h"
__global__ void bit_reverse(float2* data)
{
    __shared__ float2 row[64];
    float2* own = data + blockIdx.x * 64;
    row[__brev(threadIdx.x) >> 26] = own[threadIdx.x];
    __syncthreads();
    own[threadIdx.x] = row[threadIdx.x];
}

struct bit_reverse_factors : retarget::Granularity {
    static constexpr int block_x = 2;
    static constexpr int pack_x = 2;
    static constexpr int extent_x = 64, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 128;
    static constexpr std::size_t static_shared = 2048;
};

template <class Factors>
__global__ void bit_reverse_coarsened(retarget::Logical logical, float2* data)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    constexpr int replicas = retarget::Place<Factors>::replicas;
    __shared__ float2 row_[replicas][64];
    const retarget::Place<Factors> at(logical);
    const uint3 threadIdx = at.thread(0);
    bool live[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        live[instance] = at.inside(instance);
    }
    if (retarget::none(live)) return;
    float2 * own_[instances];
    float2 value1[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 blockIdx = at.block(instance);
        auto& own = own_[instance];
        own = data + blockIdx.x * 64;
        if (!live[instance]) continue;
        value1[instance] = own[threadIdx.x];
    }
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        if (!live[instance]) continue;
        auto& row = row_[at.replica(instance)];
        row[__brev(threadIdx.x) >> 26] = value1[instance];
    }
    __syncthreads();
    float2 value2[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        if (!live[instance]) continue;
        auto& row = row_[at.replica(instance)];
        value2[instance] = row[threadIdx.x];
    }
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        if (!live[instance]) continue;
        auto& own = own_[instance];
        own[threadIdx.x] = value2[instance];
    }
}

void bit_reverse_launch(const retarget::Launch& launch, float2* data) {
    if (const retarget::Fit<bit_reverse_factors> fit{launch, bit_reverse_coarsened<bit_reverse_factors>})
        bit_reverse_coarsened<bit_reverse_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, data);
    else
        bit_reverse<<<launch.grid, launch.block, launch.shared, launch.stream>>>(data);
}

void run(float2* data, int rows)
{
    bit_reverse_launch(retarget::on(rows, 64), data);
}
