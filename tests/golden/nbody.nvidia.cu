// retarget: --schedule "thread(x=2)"
// Accelerations of bodies; tiles of them pass through dynamic shared memory.
#include "retarget_hip/granularity.h"
__device__ float3 pull(float4 to, float4 from, float3 sum)
{
    float x = from.x - to.x, y = from.y - to.y, z = from.z - to.z;
    float inverse = rsqrtf(x * x + y * y + z * z + 1e-9f);
    float weight = from.w * inverse * inverse * inverse;
    return make_float3(sum.x + x * weight, sum.y + y * weight, sum.z + z * weight);
}

__global__ void nbody(const float4* bodies, float3* acceleration, int n)
{
    extern __shared__ float4 tile[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float4 own = bodies[i];
    float3 sum = make_float3(0, 0, 0);
    for (int first = 0; first < n; first += blockDim.x) {
        tile[threadIdx.x] = bodies[first + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j)
            sum = pull(own, tile[j], sum);
        __syncthreads();
    }
    acceleration[i] = sum;
}

struct nbody_factors : retarget::Granularity {
    static constexpr int thread_x = 2;
    static constexpr int extent_x = 128, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 64;
};

template <class Factors>
__global__ void nbody_coarsened(retarget::Logical logical, const float4* bodies, float3* acceleration, int n)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    extern __shared__ float4 tile[];
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 blockIdx = at.block(0);
    int i_[instances];
    float4 own_[instances];
    float3 sum_[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        auto& i = i_[instance];
        auto& own = own_[instance];
        auto& sum = sum_[instance];
        i = blockIdx.x * blockDim.x + threadIdx.x;
        own = bodies[i];
        sum = make_float3(0, 0, 0);
    }
    for (int first = 0; first < n; first += blockDim.x) {
        float4 value1[instances];
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            const uint3 threadIdx = at.thread(instance);
            value1[instance] = bodies[first + threadIdx.x];
        }
#pragma unroll
        for (int instance = 0; instance < instances; ++instance) {
            const uint3 threadIdx = at.thread(instance);
            tile[threadIdx.x] = value1[instance];
        }
        __syncthreads();
        for (int j = 0; j < blockDim.x; ++j) {
#pragma unroll
            for (int instance = 0; instance < instances; ++instance) {
                auto& own = own_[instance];
                auto& sum = sum_[instance];
                sum = pull(own, tile[j], sum);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        auto& i = i_[instance];
        auto& sum = sum_[instance];
        acceleration[i] = sum;
    }
}

void nbody_launch(const retarget::Launch& launch, const float4* bodies, float3* acceleration, int n) {
    if (const retarget::Fit<nbody_factors> fit{launch, nbody_coarsened<nbody_factors>})
        nbody_coarsened<nbody_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, bodies, acceleration, n);
    else
        nbody<<<launch.grid, launch.block, launch.shared, launch.stream>>>(bodies, acceleration, n);
}

void run(const float4* bodies, float3* acceleration, int n)
{
    nbody_launch(retarget::on(n / 128, 128, 128 * sizeof(float4)), bodies, acceleration, n);
}
