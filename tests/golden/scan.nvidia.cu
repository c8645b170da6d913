// retarget: --schedule "block(x=2)"
// Running sums within each block; two buffers of dynamic shared memory.
#include "retarget_hip/granularity.h"
__global__ void scan(const int* in, int* out)
{
    extern __shared__ int buffer[];
    int t = threadIdx.x, n = blockDim.x;
    int from = 0, to = 1;
    buffer[t] = in[blockIdx.x * n + t];
    __syncthreads();
    for (int step = 1; step < n; step *= 2) {
        buffer[to * n + t] = buffer[from * n + t] + (t >= step ? buffer[from * n + t - step] : 0);
        from = to;
        to = 1 - to;
        __syncthreads();
    }
    out[blockIdx.x * n + t] = buffer[from * n + t];
}

struct scan_factors : retarget::Granularity {
    static constexpr int block_x = 2;
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 256;
};

template <class Factors>
__global__ void scan_coarsened(retarget::Logical logical, const int* in, int* out)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    extern __shared__ int buffer_[];
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 threadIdx = at.thread(0);
    bool live[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        live[instance] = at.inside(instance);
    }
    retarget::for_live(live, [&](auto all_live) {
        int t = threadIdx.x, n = blockDim.x;
        int from = 0, to = 1;
        int value1[instances];
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            const uint3 blockIdx = at.block(instance);
            value1[instance] = in[blockIdx.x * n + t];
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            auto* const buffer = at.dynamic(buffer_, instance);
            buffer[t] = value1[instance];
        }
        __syncthreads();
        for (int step = 1; step < n; step *= 2) {
            int value2[instances];
#pragma unroll
            for (int instance = 0; instance < instances; ++instance) {
                if (!(all_live || live[instance])) continue;
                auto* const buffer = at.dynamic(buffer_, instance);
                value2[instance] = buffer[from * n + t] + (t >= step ? buffer[from * n + t - step] : 0);
            }
#pragma unroll
            for (int instance = 0; instance < instances; ++instance) {
                if (!(all_live || live[instance])) continue;
                auto* const buffer = at.dynamic(buffer_, instance);
                buffer[to * n + t] = value2[instance];
            }
            from = to;
            to = 1 - to;
            __syncthreads();
        }
        int value3[instances];
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            auto* const buffer = at.dynamic(buffer_, instance);
            value3[instance] = buffer[from * n + t];
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            if (!(all_live || live[instance])) continue;
            const uint3 blockIdx = at.block(instance);
            out[blockIdx.x * n + t] = value3[instance];
        }
    });
}

void scan_launch(const retarget::Launch& launch, const int* in, int* out) {
    if (const retarget::Fit<scan_factors> fit{launch, scan_coarsened<scan_factors>})
        scan_coarsened<scan_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, in, out);
    else
        scan<<<launch.grid, launch.block, launch.shared, launch.stream>>>(in, out);
}

void run(const int* in, int* out, int blocks)
{
    scan_launch(retarget::on(blocks, 256, 2 * 256 * sizeof(int)), in, out);
}
