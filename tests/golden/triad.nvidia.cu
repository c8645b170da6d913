// retarget: --schedule "streaming(stores, loads) thread(x=2)"
#include "retarget_hip/granularity.h"
template <typename T>
__global__ void triad(T* a, const T* __restrict__ b, const T* __restrict__ c, T scalar)
{
    const int i = blockDim.x * blockIdx.x + threadIdx.x;
    a[i] = b[i] + scalar * c[i];
}

struct triad_factors : retarget::Granularity {
    static constexpr int thread_x = 2;
    static constexpr int extent_x = 512, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 256;
};

template <class Factors, typename T>
__global__ void triad_coarsened(retarget::Logical logical, T* a, const T* __restrict__ b, const T* __restrict__ c, T scalar)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 blockIdx = at.block(0);
    int i_[instances];
    T value1[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        auto& i = i_[instance];
        i = blockDim.x * blockIdx.x + threadIdx.x;
        value1[instance] = __ldcs(&b[i]) + scalar * __ldcs(&c[i]);
    }
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        auto& i = i_[instance];
        __stcs(&a[i], value1[instance]);
    }
}

template <typename T>
void triad_launch(const retarget::Launch& launch, T* a, const T* __restrict__ b, const T* __restrict__ c, T scalar) {
    if (const retarget::Fit<triad_factors> fit{launch, triad_coarsened<triad_factors, T>})
        triad_coarsened<triad_factors, T><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, a, b, c, scalar);
    else
        triad<T><<<launch.grid, launch.block, launch.shared, launch.stream>>>(a, b, c, scalar);
}

void run(double* a, const double* b, const double* c, int blocks)
{
    triad_launch<double>(retarget::on(blocks, 512), a, b, c, 0.4);
}
