// retarget: --schedule "pack(y=4) lanes(x, y)"
// Five points; the border stays.
#include "retarget_hip/granularity.h"
__global__ void stencil(const float* in, float* out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    int i = y * width + x;
    out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}

struct stencil_factors : retarget::Granularity {
    static constexpr int pack_y = 4;
    static constexpr int extent_x = 64, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 256;
};

template <class Factors>
__global__ void stencil_coarsened(retarget::Logical logical, const float* in, float* out, int width, int height)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 threadIdx = at.thread(0);
    const uint3 blockIdx = at.block(0);
    if (!at.inside(0)) return;
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= width - 1 || y >= height - 1) return;
    int i = y * width + x;
    out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
}

void stencil_launch(const retarget::Launch& launch, const float* in, float* out, int width, int height) {
    if (const retarget::Fit<stencil_factors> fit{launch, stencil_coarsened<stencil_factors>})
        stencil_coarsened<stencil_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, in, out, width, height);
    else
        stencil<<<launch.grid, launch.block, launch.shared, launch.stream>>>(in, out, width, height);
}

void run(const float* in, float* out, int width, int height)
{
    stencil_launch(retarget::on(dim3((width + 63) / 64, height), 64), in, out, width, height);
}
