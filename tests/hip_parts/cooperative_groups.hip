// Cooperative groups with CUDA's sizes, ranks and ballots on any wave.
#include "../../templates/hip/cooperative_groups.h"
#include "check.h"

namespace cg = retarget_hip::cooperative_groups;

__global__ void tiles() {
  const cg::thread_block block = cg::this_thread_block();
  const unsigned rank = block.thread_rank();
  EXPECT(block.size() == 128 && rank == threadIdx.x + 16 * threadIdx.y && block.group_index().x == blockIdx.x);
  EXPECT(block.dim_threads().y == 8 && block.num_threads() == 128 && cg::this_grid().size() == 256);
  EXPECT(cg::this_grid().thread_rank() == blockIdx.x * 128 + rank && cg::this_grid().num_blocks() == 2);

  const auto warp = cg::tiled_partition<32>(block);
  EXPECT(warp.size() == 32 && warp.thread_rank() == rank % 32 && warp.meta_group_rank() == rank / 32);
  EXPECT(warp.meta_group_size() == 4 && warp.ballot(rank % 2) == 0xaaaaaaaau);
  EXPECT(cg::reduce(warp, static_cast<int>(rank), cg::plus<int>()) == static_cast<int>(496 + 1024 * (rank / 32)));
  EXPECT(warp.shfl(rank, 3) == rank / 32 * 32 + 3 && warp.any(rank == 5) == (rank < 32) && warp.all(1));

  const auto four = cg::tiled_partition<4>(warp);
  EXPECT(four.thread_rank() == rank % 4 && four.meta_group_rank() == rank % 32 / 4 && four.meta_group_size() == 8);
  EXPECT(four.ballot(rank % 4 == 1) == 2u && four.shfl_down(rank, 1) == (rank % 4 < 3 ? rank + 1 : rank));
  EXPECT(four.shfl_xor(rank, 2) == (rank ^ 2u) && four.shfl_up(rank, 3) == (rank % 4 == 3 ? rank - 3 : rank));
  EXPECT(cg::reduce(four, rank, cg::greater<unsigned>()) == (rank | 3u));
  EXPECT(cg::reduce(four, 1.5f * rank, cg::less<float>()) == 1.5f * (rank & ~3u));
  EXPECT(cg::inclusive_scan(four, 2) == static_cast<int>(2 * (rank % 4 + 1)));
  EXPECT(cg::exclusive_scan(warp, rank % 2, cg::plus<unsigned>()) == rank % 32 / 2);
  EXPECT(four.match_any(rank % 2) == (rank % 2 ? 0xau : 0x5u));
  int same = 0;
  EXPECT(four.match_all(rank / 4, same) == 0xfu && same == 1);
  const cg::thread_block_tile<4> plain = four;
  EXPECT(plain.size() == 4);
}

__global__ void coalesced() {
  const unsigned rank = threadIdx.x;
  if (rank % 3 == 1) {
    const auto active = cg::coalesced_threads();
    const unsigned lane = rank % 32;
    unsigned count = 0, own = 0;
    for (unsigned i = 0; i < 32; ++i) {
      const bool member = (rank - lane + i) % 3 == 1;
      count += member;
      own += member && i < lane;
    }
    EXPECT(active.size() == count && active.thread_rank() == own);
    const unsigned first = active.shfl(rank, 0);
    EXPECT(first == rank - 3 * own && active.shfl_down(rank, 1) == (own + 1 < count ? rank + 3 : rank));
    EXPECT(active.shfl_up(rank, 2) == (own >= 2 ? rank - 6 : rank));
    EXPECT(active.ballot(own == 2) == 4u && active.any(own == 0) && !active.all(own == 0));
    EXPECT(cg::reduce(active, 1u, cg::plus<unsigned>()) == count);
    const auto pairs = cg::tiled_partition(active, 2);
    EXPECT(pairs.thread_rank() == own % 2 && pairs.meta_group_rank() == own / 2);
    const auto odd = cg::binary_partition(active, own % 2);
    EXPECT(odd.thread_rank() == own / 2 && odd.size() == (own % 2 ? count / 2 : (count + 1) / 2));
    EXPECT(cg::labeled_partition(active, own % 4).thread_rank() == own / 4);
    EXPECT(cg::exclusive_scan(active, 3u) == 3 * own);
  }
}

__global__ void dynamic() {
  __shared__ int copy[64];
  __shared__ int calls;
  __device__ static const int source[64] = {1, 2, 3};
  const cg::thread_group block = cg::this_thread_block();
  const cg::thread_group eight = cg::tiled_partition(block, 8);
  EXPECT(block.size() == 64 && eight.size() == 8 && eight.thread_rank() == threadIdx.x % 8);
  if (threadIdx.x == 0) calls = 0;
  block.sync();
  cg::memcpy_async(block, copy, source, sizeof(copy));
  cg::wait(block);
  EXPECT(copy[2] == 3 && copy[63] == 0);
  cg::invoke_one(eight, [&] { atomicAdd(&calls, 1); });
  cg::sync(block);
  EXPECT(calls == 8);
}

int main() {
  tiles<<<2, dim3(16, 8)>>>();
  coalesced<<<1, 128>>>();
  dynamic<<<1, 64>>>();
  return report("cooperative_groups");
}
