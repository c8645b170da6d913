// retarget: --schedule "thread(x=2)"
// A kernel that is defined outside of its namespace: what belongs to it stands in there.
#include "retarget_hip/granularity.h"
namespace mesh { namespace device {

struct Face { int left, right; };
__global__ void build(int n, Face *faces);
void build_launch(const retarget::Launch& launch, int n, Face *faces);

} }

__global__ void mesh::device::build(int n, Face *faces) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) faces[i] = Face{i, i + 1};
}

namespace mesh {

namespace device {

struct build_factors : retarget::Granularity {
    static constexpr int thread_x = 2;
    static constexpr int extent_x = 64, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 32;
};

template <class Factors>
__global__ void build_coarsened(retarget::Logical logical, int n, Face *faces)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const retarget::Place<Factors> at(logical);
    const dim3 blockDim = at.block_extents(logical);
    const uint3 blockIdx = at.block(0);
    bool live[instances];
    int i_[instances];
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        const uint3 threadIdx = at.thread(instance);
        auto& i = i_[instance];
        i = blockIdx.x * blockDim.x + threadIdx.x;
        live[instance] = i < n;
    }
    if (retarget::none(live)) return;
#pragma unroll
    for (int instance = 0; instance < instances; ++instance) {
        if (!live[instance]) continue;
        auto& i = i_[instance];
        faces[i] = Face{i, i + 1};
    }
}

void build_launch(const retarget::Launch& launch, int n, Face *faces) {
    if (const retarget::Fit<build_factors> fit{launch, build_coarsened<build_factors>})
        build_coarsened<build_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, n, faces);
    else
        build<<<launch.grid, launch.block, launch.shared, launch.stream>>>(n, faces);
}

}  // namespace device

}  // namespace mesh

void run(int n, mesh::device::Face *faces) { mesh::device::build_launch(retarget::on((n + 63) / 64, 64), n, faces); }
