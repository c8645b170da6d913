// retarget: --schedule "persistent(2)"
// A row of a picture with its borders in shared memory, for each block.
#include "retarget_hip/granularity.h"
#define RADIUS 3

__global__ void blur(const float* in, float* out, int width)
{
    __shared__ float row[256 + 2 * RADIUS];
    int x = blockIdx.x * 256 + threadIdx.x;
    row[threadIdx.x + RADIUS] = in[min(x, width - 1)];
    if (threadIdx.x < RADIUS) {
        row[threadIdx.x] = in[max(x - RADIUS, 0)];
        row[threadIdx.x + 256 + RADIUS] = in[min(x + 256, width - 1)];
    }
    __syncthreads();
    float sum = 0;
    for (int i = 0; i <= 2 * RADIUS; ++i)
        sum += row[threadIdx.x + i];
    if (x < width)
        out[x] = sum / (2 * RADIUS + 1);
}

struct blur_factors : retarget::Granularity {
    static constexpr int persistent = 2;
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 256;
};

template <class Factors>
__global__ void blur_coarsened(retarget::Logical logical, const float* in, float* out, int width)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    __shared__ float row[256 + 2 * RADIUS];
    const auto out_passed = out;
    const auto block = [&](const retarget::Place<Factors>& at) {
        auto out = out_passed;
        const uint3 threadIdx = at.thread(0);
        const uint3 blockIdx = at.block(0);

        int x = blockIdx.x * 256 + threadIdx.x;
        row[threadIdx.x + RADIUS] = in[min(x, width - 1)];
        if (threadIdx.x < RADIUS) {
            row[threadIdx.x] = in[max(x - RADIUS, 0)];
            row[threadIdx.x + 256 + RADIUS] = in[min(x + 256, width - 1)];
        }
        __syncthreads();
        float sum = 0;
        for (int i = 0; i <= 2 * RADIUS; ++i)
            sum += row[threadIdx.x + i];
        if (x < width)
            out[x] = sum / (2 * RADIUS + 1);
    };
    for (retarget::Turns<Factors> turn(logical); turn.more(); turn.next()) {
        if (turn.inside()) block(retarget::Place<Factors>(logical, turn.tile()));
        __syncthreads();  // the next block takes the shared memory
    }
}

void blur_launch(const retarget::Launch& launch, const float* in, float* out, int width) {
    if (const retarget::Fit<blur_factors> fit{launch, blur_coarsened<blur_factors>})
        blur_coarsened<blur_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, in, out, width);
    else
        blur<<<launch.grid, launch.block, launch.shared, launch.stream>>>(in, out, width);
}

void run(const float* in, float* out, int width)
{
    blur_launch(retarget::on((width + 255) / 256, 256), in, out, width);
}
