// Cooperative groups: a block-wide sum by tiles of 32 threads, and prefix sums in tiles of 8.
//
// Exercises: thread_block, tiled_partition with 32 and 8, shuffles, votes and ranks of a tile, sync of
// a group, groups as function arguments (by template). No synchronisation of the whole grid.
//
// Usage: cooperative [blocks]

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define THREADS 96

#define CHECK(call)                                                                     \
    do {                                                                                \
        cudaError_t e = (call);                                                         \
        if (e != cudaSuccess) {                                                         \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));  \
            exit(1);                                                                    \
        }                                                                               \
    } while (0)

template <typename Group>
__device__ int sum_in(const Group& group, int value)
{
    for (int offset = group.size() / 2; offset > 0; offset /= 2)
        value += group.shfl_down(value, offset);
    return group.shfl(value, 0);
}

__device__ int prefix_in(cg::thread_block_tile<8> tile, int value)
{
    for (int d = 1; d < 8; d *= 2) {
        const int left = tile.shfl_up(value, d);
        if (tile.thread_rank() >= d)
            value += left;
    }
    return value;
}

__global__ void sums(const int* in, int* block_sum, int* prefix, int* negatives)
{
    __shared__ int partial[THREADS / 32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    const int i = block.group_index().x * block.size() + block.thread_rank();
    const int value = in[i];

    const int warp_sum = sum_in(warp, value);
    if (warp.thread_rank() == 0)
        partial[block.thread_rank() / warp.size()] = warp_sum;
    const int below = warp.any(value < 0) ? __popc(warp.ballot(value < 0)) : 0;
    negatives[i] = below;
    block.sync();
    if (block.thread_rank() == 0) {
        int total = 0;
        for (int w = 0; w < THREADS / 32; ++w)
            total += partial[w];
        block_sum[block.group_index().x] = total;
    }

    prefix[i] = prefix_in(cg::tiled_partition<8>(block), value);
}

int main(int argc, char** argv)
{
    const int blocks = argc > 1 ? atoi(argv[1]) : 7;
    const int n = blocks * THREADS;
    std::vector<int> in(n), block_sum(blocks), prefix(n), negatives(n);
    for (int i = 0; i < n; ++i)
        in[i] = i * 53 % 101 - (i % 64 < 32 ? 20 : 0);

    int *d_in, *d_sum, *d_prefix, *d_negatives;
    CHECK(cudaMalloc(&d_in, n * sizeof(int)));
    CHECK(cudaMalloc(&d_sum, blocks * sizeof(int)));
    CHECK(cudaMalloc(&d_prefix, n * sizeof(int)));
    CHECK(cudaMalloc(&d_negatives, n * sizeof(int)));
    CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    sums<<<blocks, THREADS>>>(d_in, d_sum, d_prefix, d_negatives);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(block_sum.data(), d_sum, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(prefix.data(), d_prefix, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(negatives.data(), d_negatives, n * sizeof(int), cudaMemcpyDeviceToHost));

    int wrong = 0, total = 0, running = 0, below = 0;
    for (int i = 0; i < n; ++i) {
        if (i % 32 == 0) {
            below = 0;
            for (int l = 0; l < 32; ++l)
                below += in[i + l] < 0;
        }
        running = in[i] + (i % 8 ? running : 0);
        total = in[i] + (i % THREADS ? total : 0);
        wrong += prefix[i] != running || negatives[i] != below;
        if (i % THREADS == THREADS - 1)
            wrong += block_sum[i / THREADS] != total;
    }
    printf("%s cooperative %d blocks: %d wrong\n", wrong ? "FAIL" : "PASS", blocks, wrong);
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_sum));
    CHECK(cudaFree(d_prefix));
    CHECK(cudaFree(d_negatives));
    return wrong ? 1 : 0;
}
