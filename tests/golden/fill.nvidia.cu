// retarget: --schedule "serial(x=8) above(1024)"
#include "retarget_hip/granularity.h"
__global__ void fill(int* out, int value, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = value;
}

struct fill_factors : retarget::Granularity {
    static constexpr int serial_x = 8;
    static constexpr int extent_x = 128, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 128;
    static constexpr long long least_blocks = 1024;
};

template <class Factors>
__global__ void fill_coarsened(retarget::Logical logical, int* out, int value, int n)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const auto out_passed = out;
    const auto block = [&](const retarget::Place<Factors>& at) {
        auto out = out_passed;
        const dim3 blockDim = at.block_extents(logical);
        const uint3 threadIdx = at.thread(0);
        const uint3 blockIdx = at.block(0);
        int i = blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n) out[i] = value;
    };
    for (retarget::Turns<Factors> turn(logical); turn.more(); turn.next()) {
        if (turn.inside()) block(retarget::Place<Factors>(logical, turn.tile()));
    }
}

void fill_launch(const retarget::Launch& launch, int* out, int value, int n) {
    if (const retarget::Fit<fill_factors> fit{launch, fill_coarsened<fill_factors>})
        fill_coarsened<fill_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, out, value, n);
    else
        fill<<<launch.grid, launch.block, launch.shared, launch.stream>>>(out, value, n);
}

void run(int* out, int n)
{
    fill_launch(retarget::on((n + 127) / 128, 128), out, 7, n);
}
