// Lanes that took branches of their own meet again where a mask names them.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>

namespace cg = cooperative_groups;
constexpr unsigned whole = 0xffffffffu;
constexpr int threads = 96, parts = 8;

__global__ void meet(int* out, const int* rounds) {
  const int lane = threadIdx.x % 32;
  int* mine = out + threadIdx.x * parts;

  int turns = 0;  // lanes leave the loop one after another
  for (int i = 0; i < rounds[threadIdx.x]; ++i) turns += __popc(__ballot_sync(1u << lane, 1));
  mine[0] = __shfl_xor_sync(whole, turns, 1);

  // the halves of a warp apart, each with a mask and operations of its own
  int sum = lane;
  if (lane < 16) {
    for (int step = 8; step > 0; step /= 2) sum += __shfl_down_sync(0xffffu, sum, step, 16);
  } else {
    sum = __reduce_add_sync(0xffff0000u, sum);
    sum += __popc(__ballot_sync(0xffff0000u, lane % 2));
  }
  __syncwarp();
  mine[1] = __shfl_sync(whole, sum, 0);
  mine[2] = __shfl_sync(whole, sum, 31);

  mine[3] = 0;
  if (lane % 2) {
    const auto odd = cg::coalesced_threads();
    mine[3] = odd.shfl(lane, 2) + 100 * odd.size();
  }

  // each key's lanes among themselves, as often as the key has lanes
  const unsigned peers = __match_any_sync(whole, lane % 5);
  int total = 0;
  for (unsigned rest = peers; rest; rest &= rest - 1) total += __shfl_sync(peers, lane, __ffs(rest) - 1);
  mine[4] = total;

  const cg::thread_block_tile<4> tile = cg::tiled_partition<4>(cg::this_thread_block());
  int four = lane;
  for (int i = 0; i < lane / 4 % 3; ++i) four += tile.shfl_xor(four, 1);
  mine[5] = four;
  mine[6] = mine[7] = 0;
  if (lane > 27) return;  // those that have left are waited for no more
  mine[6] = __ballot_sync(0x0fffffffu, lane < 3);
  mine[7] = __all_sync(0x0fffffffu, lane < 28);
}

int main() {
  int *out, *rounds, wrong = 0;
  cudaMallocManaged(&out, threads * parts * sizeof(int));
  cudaMallocManaged(&rounds, threads * sizeof(int));
  for (int i = 0; i < threads; ++i) rounds[i] = i * 7 % 13;
  meet<<<1, threads>>>(out, rounds);
  cudaDeviceSynchronize();
  for (int i = 0; i < threads; ++i) {
    const int lane = i % 32;
    int same_key = 0, low = lane / 4 % 3 == 0 ? lane : lane / 4 % 3 == 1 ? lane + (lane ^ 1) : 2 * (lane + (lane ^ 1));
    for (int other = lane % 5; other < 32; other += 5) same_key += other;
    const int wanted[parts] = {rounds[i ^ 1], 120, 376 + 8, lane % 2 ? 5 + 1600 : 0, same_key, low,
                               lane > 27 ? 0 : 7, lane <= 27};
    for (int part = 0; part < parts; ++part)
      if (out[i * parts + part] != wanted[part])
        printf("thread %d, part %d: %d, not %d\n", i, part, out[i * parts + part], wanted[part]), ++wrong;
  }
  if (!wrong) printf("PASS\n");
  return wrong != 0;
}
