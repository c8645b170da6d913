// retarget: --schedule "thread(x=2)"
// Counts in shared memory first; a loop over the whole grid.
#include "retarget_hip/granularity.h"
#define BINS 64

__global__ void histogram(const unsigned char* data, unsigned* counts, int n)
{
    __shared__ unsigned own[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[data[i] % BINS], 1u);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        atomicAdd(&counts[bin], own[bin]);
}

struct histogram_factors : retarget::Granularity {
    static constexpr int thread_x = 2;
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 128;
};

template <class Factors>
__global__ void histogram_coarsened(retarget::Logical logical, const unsigned char* data, unsigned* counts, int n)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    __shared__ unsigned own[BINS];
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const dim3 gridDim = logical.grid;
    const uint3 blockIdx = at.block(0);
    unsigned int * counts_[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        counts_[instance] = counts;
    }
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
            own[bin] = 0;
    }
    __syncthreads();
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
            atomicAdd(&own[data[i] % BINS], 1u);
    }
    __syncthreads();
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        auto& counts = counts_[instance];
        for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
            atomicAdd(&counts[bin], own[bin]);
    }
}

void histogram_launch(const retarget::Launch& launch, const unsigned char* data, unsigned* counts, int n) {
    if (const retarget::Fit<histogram_factors> fit{launch, histogram_coarsened<histogram_factors>})
        histogram_coarsened<histogram_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, data, counts, n);
    else
        histogram<<<launch.grid, launch.block, launch.shared, launch.stream>>>(data, counts, n);
}

void run(const unsigned char* data, unsigned* counts, int n)
{
    histogram_launch(retarget::on(64, 256), data, counts, n);
}
