// retarget: --schedule "thread(x=2)"
// A function with barriers is written into the kernel.
#include "retarget_hip/granularity.h"
__device__ float sum_of_block(float* partial, float value)
{
    partial[threadIdx.x] = value;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    return partial[0];
}

__global__ void normalize(float* values)
{
    __shared__ float partial[128];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = values[i];
    float sum = sum_of_block(partial, value * value);
    values[i] = value * rsqrtf(sum);
}

struct normalize_factors : retarget::Granularity {
    static constexpr int thread_x = 2;
    static constexpr int extent_x = 128, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 64;
};

template <class Factors>
__global__ void normalize_coarsened(retarget::Logical logical, float* values)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    __shared__ float partial[128];
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 blockIdx = at.block(0);
    float result_1;
    int i_[instances];
    float value__[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        auto& i = i_[instance];
        auto& value = value__[instance];
        i = blockIdx.x * blockDim.x + threadIdx.x;
        value = values[i];
    }
    {
        float* partial_1 = partial;
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            const uint3 threadIdx = at.thread(instance);
            auto& value = value__[instance];
            float value_1 = value * value;
            partial_1[threadIdx.x] = value_1;
        }
        __syncthreads();
        for (int half = blockDim.x / 2; half > 0; half /= 2) {
#pragma unroll
            for (int instance = 0; instance < instances; ++instance) {
                const uint3 threadIdx = at.thread(instance);
                if (threadIdx.x < half)
                    partial_1[threadIdx.x] += partial_1[threadIdx.x + half];
            }
            __syncthreads();
        }
        result_1 = partial_1[0];
    }
    float sum = result_1;
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        auto& i = i_[instance];
        auto& value = value__[instance];
        values[i] = value * rsqrtf(sum);
    }
}

void normalize_launch(const retarget::Launch& launch, float* values) {
    if (const retarget::Fit<normalize_factors> fit{launch, normalize_coarsened<normalize_factors>})
        normalize_coarsened<normalize_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, values);
    else
        normalize<<<launch.grid, launch.block, launch.shared, launch.stream>>>(values);
}

void run(float* values, int blocks)
{
    normalize_launch(retarget::on(blocks, 128), values);
}
