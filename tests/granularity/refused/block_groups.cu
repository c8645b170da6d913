// Groups that are asked for more than a block's barrier, its places and a warp's lanes.
// refused: ranked | thread(x=2) | 31 | of cooperative groups, retarget follows
// refused: asked_by_pointer | block(x=2) | 38 | of cooperative groups, retarget follows
// refused: asked_by_type | block(x=2) | 43 | of cooperative groups, retarget follows
// refused: held | block(x=2) | 56 | of cooperative groups, retarget follows
// refused: handed_on | block(x=2) | 67 | of cooperative groups, retarget follows
// refused: tiled | thread(x=2) | 74 | of cooperative groups, retarget follows
// refused: constructed | thread(x=2) | 128 | of cooperative groups, retarget follows
// refused: bounded | bounds(64) | 155 | of cooperative groups, retarget follows
// refused: of_two_warps | block(x=2) | 85 | of cooperative groups, retarget follows
// refused: coalesced | block(x=2) | 91 | of cooperative groups, retarget follows
// refused: labeled | block(x=2) | 97 | of cooperative groups, retarget follows
// refused: handed_a_tile | block(x=2) | 109 | of cooperative groups, retarget follows
// refused: whole_grid | block(x=2) | 114 | of cooperative groups, retarget follows
// refused: torn | thread(x=4) | 80 | this exchange between lanes needs whole warps
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ void synchronised(const cg::thread_block& block)
{
    block.sync();
}

#define RANK(group) group.thread_rank()

__global__ void ranked(int* out)
{
    cg::thread_block block = cg::this_thread_block();
    synchronised(block);
    out[RANK(block)] = 1;
}

__global__ void asked_by_pointer(int* out)
{
    cg::thread_block block = cg::this_thread_block();
    auto* here = &block;
    out[(*here).thread_rank()] = 1;
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
    out[threadIdx.x] = tile.shfl(out[64], 0) + tile.meta_group_rank();
}

__global__ void torn(int* out)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    out[threadIdx.x] = tile.shfl(out[64], 0);
}

__global__ void of_two_warps(int* out)
{
    auto tile = cg::tiled_partition(cg::this_thread_block(), 32);
    out[threadIdx.x] = tile.size();
}

__global__ void coalesced(int* out)
{
    if (threadIdx.x % 3) out[cg::coalesced_threads().thread_rank()] = 1;
}

__global__ void labeled(int* out)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    out[threadIdx.x] = cg::labeled_partition(tile, threadIdx.x % 3).size();
}

template <class Tile>
__device__ int shuffled(const Tile& tile, int v)
{
    return tile.shfl(v, 0);
}

__global__ void handed_a_tile(int* out)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    out[threadIdx.x] = shuffled(tile, out[64]);
}

__global__ void whole_grid(int* out)
{
    cg::this_grid().sync();
    out[threadIdx.x] = 1;
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
    torn<<<2, 64>>>(out);
    of_two_warps<<<2, 64>>>(out);
    coalesced<<<2, 64>>>(out);
    labeled<<<2, 64>>>(out);
    handed_a_tile<<<2, 64>>>(out);
    whole_grid<<<2, 64>>>(out);
    constructed<<<2, 64>>>(out);
    return 0;
}

__global__ void bounded(int* out)
{
    cg::thread_block block = cg::this_thread_block();
    out[block.thread_rank()] = cg::thread_block::size();
}
