// retarget: --to amd --schedule "thread(x=2) bounds()"
// Gray values of a picture.
#include <hip/hip_runtime.h>
#include "retarget_hip/granularity.h"
__global__ void gray(const uchar4* in, unsigned char* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uchar4 p = in[i];
    out[i] = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z;
}

struct gray_factors : retarget::Granularity {
    static constexpr int thread_x = 2;
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 128;
};

template <class Factors>
__global__ void __launch_bounds__(Factors::most_threads) gray_coarsened(retarget::Logical logical, const uchar4* in, unsigned char* out)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 blockIdx = at.block(0);
    int i_[instances];
    uchar4 p_[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        auto& i = i_[instance];
        auto& p = p_[instance];
        i = blockIdx.x * blockDim.x + threadIdx.x;
        p = in[i];
    }
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        auto& i = i_[instance];
        auto& p = p_[instance];
        out[i] = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z;
    }
}

void gray_launch(const retarget::Launch& launch, const uchar4* in, unsigned char* out) {
    if (const retarget::Fit<gray_factors> fit{launch, gray_coarsened<gray_factors>})
        gray_coarsened<gray_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, in, out);
    else
        gray<<<launch.grid, launch.block, launch.shared, launch.stream>>>(in, out);
}

void run(const uchar4* in, unsigned char* out, int pixels)
{
    gray_launch(retarget::on(pixels / 256, 256), in, out);
}
