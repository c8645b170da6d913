// retarget: --schedule "thread(z=2)"
// Three dimensions; a column of the grid along z.
#include "retarget_hip/granularity.h"
__global__ void relax(const float* in, float* out, int nx, int ny, int nz)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int z = blockIdx.z * blockDim.z + threadIdx.z;
    const int i = (z * ny + y) * nx + x;
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
        out[i] = (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny]) / 6;
    else
        out[i] = in[i];
}

struct relax_factors : retarget::Granularity {
    static constexpr int thread_z = 2;
    static constexpr int extent_x = 16, extent_y = 4, extent_z = 4;
    static constexpr int most_threads = 128;
};

template <class Factors>
__global__ void relax_coarsened(retarget::Logical logical, const float* in, float* out, int nx, int ny, int nz)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 threadIdx = at.thread(0);
    const uint3 blockIdx = at.block(0);
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        const int z = blockIdx.z * blockDim.z + threadIdx.z;
        const int i = (z * ny + y) * nx + x;
        if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
            out[i] = (in[i - 1] + in[i + 1] + in[i - nx] + in[i + nx] + in[i - nx * ny] + in[i + nx * ny]) / 6;
        else
            out[i] = in[i];
    }
}

void relax_launch(const retarget::Launch& launch, const float* in, float* out, int nx, int ny, int nz) {
    if (const retarget::Fit<relax_factors> fit{launch, relax_coarsened<relax_factors>})
        relax_coarsened<relax_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, in, out, nx, ny, nz);
    else
        relax<<<launch.grid, launch.block, launch.shared, launch.stream>>>(in, out, nx, ny, nz);
}

void run(const float* in, float* out, int nx, int ny, int nz)
{
    relax_launch(retarget::on(dim3(nx / 16, ny / 4, nz / 4), dim3(16, 4, 4)), in, out, nx, ny, nz);
}
