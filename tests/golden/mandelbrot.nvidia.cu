// retarget: --schedule "thread(x=2)"
// Loops that end at another count in each thread.
#include "retarget_hip/granularity.h"
__global__ void mandelbrot(unsigned char* out, int width, int height, int limit)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float cx = 3.0f * px / width - 2.0f, cy = 2.0f * py / height - 1.0f;
    float x = 0, y = 0;
    int steps = 0;
    while (x * x + y * y < 4 && steps < limit) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        ++steps;
    }
    out[py * width + px] = steps % 256;
}

struct mandelbrot_factors : retarget::Granularity {
    static constexpr int thread_x = 2;
    static constexpr int extent_x = 16, extent_y = 16, extent_z = 1;
    static constexpr int most_threads = 128;
};

template <class Factors>
__global__ void mandelbrot_coarsened(retarget::Logical logical, unsigned char* out, int width, int height, int limit)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 threadIdx = at.thread(0);
    const uint3 blockIdx = at.block(0);
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    bool live[instances];
    int px_[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        live[instance] = true;
        const uint3 threadIdx = at.thread(instance);
        auto& px = px_[instance];
        px = blockIdx.x * blockDim.x + threadIdx.x;
        if (px >= width || py >= height) { live[instance] = false; continue; }
    }
    retarget::for_live(live, [&](auto all_live) {
        float cy = 2.0f * py / height - 1.0f;
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            auto& px = px_[instance];
            float cx = 3.0f * px / width - 2.0f;
            float x = 0, y = 0;
            int steps = 0;
            while (x * x + y * y < 4 && steps < limit) {
                float next = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = next;
                ++steps;
            }
            out[py * width + px] = steps % 256;
        }
    });
}

void mandelbrot_launch(const retarget::Launch& launch, unsigned char* out, int width, int height, int limit) {
    if (const retarget::Fit<mandelbrot_factors> fit{launch, mandelbrot_coarsened<mandelbrot_factors>})
        mandelbrot_coarsened<mandelbrot_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, out, width, height, limit);
    else
        mandelbrot<<<launch.grid, launch.block, launch.shared, launch.stream>>>(out, width, height, limit);
}

void run(unsigned char* out, int width, int height)
{
    mandelbrot_launch(retarget::on(dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)), out, width, height, 256);
}
