// A block's group that does more than synchronise it.
// refused: ranked | thread(x=2) | 23 | retarget follows only the synchronisation of a block
// refused: asked_by_pointer | block(x=2) | 30 | retarget follows only the synchronisation of a block
// refused: asked_by_type | block(x=2) | 35 | retarget follows only the synchronisation of a block
// refused: held | block(x=2) | 48 | retarget follows only the synchronisation of a block
// refused: handed_on | block(x=2) | 59 | retarget follows only the synchronisation of a block
// refused: tiled | thread(x=2) | 65 | retarget follows only the synchronisation of a block
// refused: constructed | thread(x=2) | 79 | retarget follows only the synchronisation of a block
// refused: bounded | bounds(64) | 100 | retarget follows only the synchronisation of a block
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ void synchronised(const cg::thread_block& block)
{
    block.sync();
}

__global__ void ranked(int* out)
{
    cg::thread_block block = cg::this_thread_block();
    synchronised(block);
    out[block.thread_rank()] = 1;
}

__global__ void asked_by_pointer(int* out)
{
    cg::thread_block block = cg::this_thread_block();
    auto* here = &block;
    out[here->thread_rank()] = 1;
}

__global__ void asked_by_type(int* out)
{
    out[threadIdx.x] = cg::thread_block::size();
}

struct Holds {
    cg::thread_block block;
    __device__ Holds() : block(cg::this_thread_block())
    {
    }
};

__global__ void held(int* out)
{
    Holds holds;
    out[threadIdx.x] = holds.block.size();
}

template <class Group>
__device__ int size_of(Group group)
{
    return group.size();
}

__global__ void handed_on(int* out)
{
    out[threadIdx.x] = size_of(cg::this_thread_block());
}

__global__ void tiled(int* out)
{
    auto block = cg::this_thread_block();
    auto tile = cg::tiled_partition<32>(block);
    out[threadIdx.x] = tile.shfl(out[64], 0);
}

struct Size {
    int of;
    __device__ Size(const cg::thread_block& group) : of(group.size())
    {
    }
};

__global__ void constructed(int* out)
{
    auto block = cg::this_thread_block();
    Size size(block);
    out[threadIdx.x] = size.of;
}

int main()
{
    int* out;
    cudaMalloc(&out, 1024);
    ranked<<<2, 64>>>(out);
    asked_by_pointer<<<2, 64>>>(out);
    asked_by_type<<<2, 64>>>(out);
    held<<<2, 64>>>(out);
    handed_on<<<2, 64>>>(out);
    tiled<<<2, 64>>>(out);
    constructed<<<2, 64>>>(out);
    return 0;
}

__global__ void bounded(int* out)
{
    cg::thread_block block = cg::this_thread_block();
    out[block.thread_rank()] = 1;
}
