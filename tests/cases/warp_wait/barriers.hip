// Waits at a barrier in branches of some lanes.
#include <hip/hip_runtime.h>
#include "retarget_hip/block_barriers.h"
#include "retarget_hip/cooperative_groups.h"
#include "retarget_hip/scoped_atomics.h"

using Barrier = retarget_hip::barrier<retarget_hip::thread_scope_block>;  // want [libcudacxx] lanes of their own wave

__device__ void meet(Barrier &all) { all.arrive_and_wait(); }

__global__ __launch_bounds__(128) void divided(int *p, int turns) {
    __shared__ __align__(alignof(Barrier)) unsigned char retarget_all[sizeof(Barrier)]; auto &all = reinterpret_cast<Barrier &>(retarget_all);
    if (threadIdx.x == 0) init(&all, blockDim.x);
    __syncthreads();
    const int warp = threadIdx.x / 32;
    if (warp == 0) {
        all.arrive_and_wait();  // want [barrier-wait] only some lanes of a wave
    } else {
        (void)all.arrive();
    }
    if (threadIdx.x % 2) meet(all);  // want [barrier-wait] only some lanes of a wave
    for (int i = 0; i < warp; ++i) meet(all);  // want [barrier-wait] only some lanes of a wave
    if (threadIdx.x < 64) meet(all);
    for (int i = 0; i < turns; ++i)
        if (turns > 1) meet(all);
    if (threadIdx.x >= 100) return;
    meet(all);
    *p = 1;
}
int main() { divided<<<1, 128>>>(nullptr, 3); }
