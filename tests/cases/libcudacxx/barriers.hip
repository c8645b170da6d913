// Barriers of a block meet in shared memory.
#include <hip/hip_runtime.h>
#include "retarget_hip/block_barriers.h"
#include "retarget_hip/cooperative_groups.h"
#include "retarget_hip/scoped_atomics.h"

using Barrier = retarget_hip::barrier<retarget_hip::thread_scope_block>;  // want [libcudacxx] lanes of their own wave

__global__ __launch_bounds__(256) void reversed(float *out, const float *in) {
    __shared__ __align__(alignof(Barrier)) unsigned char retarget_all[sizeof(Barrier)]; auto &all = reinterpret_cast<Barrier &>(retarget_all);
    __shared__ float held[256];
    auto block = retarget_hip::cooperative_groups::this_thread_block();
    if (block.thread_rank() == 0) init(&all, block.size());
    block.sync();
    retarget_hip::memcpy_async(block, held, in, retarget_hip::aligned_size<4>(sizeof held), all);
    all.arrive_and_wait();
    Barrier::arrival_token token = all.arrive();
    all.wait(std::move(token));
    out[threadIdx.x] = held[255 - threadIdx.x];
}
__device__ void others(cuda::std::barrier<> *met) { met->arrive_and_drop(); }  // want [libcudacxx] 'cuda::std::barrier' has no counterpart

int main() { reversed<<<1, 256>>>(nullptr, nullptr); }
