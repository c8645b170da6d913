// retarget: --schedule "thread(y=4)"
// A tile of shared memory, so that both loads and stores are coalesced.
#include "retarget_hip/granularity.h"
#define TILE 32

__global__ void transpose(const float* in, float* out, int width, int height)
{
    __shared__ float tile[TILE][TILE + 1];  // one more: no bank conflicts
    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

struct transpose_factors : retarget::Granularity {
    static constexpr int thread_y = 4;
    static constexpr int extent_x = 32, extent_y = 32, extent_z = 1;
    static constexpr int most_threads = 256;
};

template <class Factors>
__global__ void transpose_coarsened(retarget::Logical logical, const float* in, float* out, int width, int height)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    __shared__ float tile[TILE][TILE + 1];  // one more: no bank conflicts
    const retarget::Place<Factors> at(logical);
    const uint3 threadIdx = at.thread(0);
    const uint3 blockIdx = at.block(0);
    int x = blockIdx.x * TILE + threadIdx.x;
    int y_[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        auto& y = y_[instance];
        y = blockIdx.y * TILE + threadIdx.y;
        if (x < width && y < height)
            tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    }
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    bool live[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        auto& y = y_[instance];
        y = blockIdx.x * TILE + threadIdx.y;
        live[instance] = x < height && y < width;
    }
    if (retarget::none(live)) return;
    float value1[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        if (!live[instance]) continue;
        const uint3 threadIdx = at.thread(instance);
        value1[instance] = tile[threadIdx.x][threadIdx.y];
    }
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        if (!live[instance]) continue;
        auto& y = y_[instance];
        out[y * height + x] = value1[instance];
    }
}

void transpose_launch(const retarget::Launch& launch, const float* in, float* out, int width, int height) {
    if (const retarget::Fit<transpose_factors> fit{launch, transpose_coarsened<transpose_factors>})
        transpose_coarsened<transpose_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, in, out, width, height);
    else
        transpose<<<launch.grid, launch.block, launch.shared, launch.stream>>>(in, out, width, height);
}

void run(const float* in, float* out, int width, int height)
{
    dim3 grid((width + TILE - 1) / TILE, (height + TILE - 1) / TILE), block(TILE, TILE);
    transpose_launch(retarget::on(grid, block), in, out, width, height);
}
