// retarget: --schedule "thread(x=2) block(x=2)"
// A dot product: what a thread adds up, then a tree, then an atomic addition.
#include "retarget_hip/granularity.h"
template <int THREADS>
__global__ void dot(const float* a, const float* b, float* result, int n)
{
    __shared__ float partial[THREADS];
    float sum = 0;
    for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS)
        sum += a[i] * b[i];
    partial[threadIdx.x] = sum;
    __syncthreads();
#pragma unroll
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            partial[threadIdx.x] += partial[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        atomicAdd(result, partial[0]);
}

struct dot_factors : retarget::Granularity {
    static constexpr int thread_x = 2;
    static constexpr int block_x = 2;
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 128;
    static constexpr std::size_t static_shared = 2048;
};

template <class Factors, int THREADS>
__global__ void dot_coarsened(retarget::Logical logical, const float* a, const float* b, float* result, int n)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    constexpr int replicas = retarget::Place<Factors>::replicas;
    __shared__ float partial_[replicas][THREADS];
    const retarget::Place<Factors> at(logical);
    const dim3 gridDim = logical.grid;
    bool live[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        live[instance] = at.inside(instance);
    }
    retarget::for_live(live, [&](auto all_live) {
        float sum_[instances];
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            const uint3 threadIdx = at.thread(instance);
            const uint3 blockIdx = at.block(instance);
            auto& sum = sum_[instance];
            sum = 0;
            if (!(all_live || live[instance])) continue;
            for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS)
                sum += a[i] * b[i];
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            const uint3 threadIdx = at.thread(instance);
            auto& partial = partial_[at.replica(instance)];
            auto& sum = sum_[instance];
            partial[threadIdx.x] = sum;
        }
        __syncthreads();
#pragma unroll
        for (int half = THREADS / 2; half > 0; half /= 2) {
#pragma unroll
            for (int instance = 0; instance < instances; ++instance) {
                if (!(all_live || live[instance])) continue;
                const uint3 threadIdx = at.thread(instance);
                auto& partial = partial_[at.replica(instance)];
                if (threadIdx.x < half)
                    partial[threadIdx.x] += partial[threadIdx.x + half];
            }
            __syncthreads();
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            const uint3 threadIdx = at.thread(instance);
            if (!(threadIdx.x == 0)) live[instance] = false;
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!live[instance]) continue;
            auto& partial = partial_[at.replica(instance)];
            atomicAdd(result, partial[0]);
        }
    });
}

template <int THREADS>
void dot_launch(const retarget::Launch& launch, const float* a, const float* b, float* result, int n) {
    if (const retarget::Fit<dot_factors> fit{launch, dot_coarsened<dot_factors, THREADS>})
        dot_coarsened<dot_factors, THREADS><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, a, b, result, n);
    else
        dot<THREADS><<<launch.grid, launch.block, launch.shared, launch.stream>>>(a, b, result, n);
}

void run(const float* a, const float* b, float* result, int n)
{
    dot_launch<256>(retarget::on(64, 256), a, b, result, n);
}
