// Barriers of a block meet in shared memory.
#include <cooperative_groups.h>
#include <cuda/barrier>

using Barrier = cuda::barrier<cuda::thread_scope_block>;  // want [libcudacxx] lanes of their own wave

__global__ void reversed(float *out, const float *in) {
    __shared__ Barrier all;
    __shared__ float held[256];
    auto block = cooperative_groups::this_thread_block();
    if (block.thread_rank() == 0) init(&all, block.size());
    block.sync();
    cuda::memcpy_async(block, held, in, cuda::aligned_size_t<4>(sizeof held), all);
    all.arrive_and_wait();
    Barrier::arrival_token token = all.arrive();
    all.wait(std::move(token));
    out[threadIdx.x] = held[255 - threadIdx.x];
}
__device__ void others(cuda::std::barrier<> *met) { met->arrive_and_drop(); }  // want [libcudacxx] 'cuda::std::barrier' has no counterpart

int main() { reversed<<<1, 256>>>(nullptr, nullptr); }
