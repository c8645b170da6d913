// Groups of threads of every kind, asynchronous copies, a grid that synchronises, and launches by address.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;
static int failures = 0;
#define EXPECT(got, wanted)                                                                           \
  do {                                                                                                \
    const long long g = (got), w = (wanted);                                                          \
    if (g != w) printf("FAIL line %d: %s is %lld, not %lld\n", __LINE__, #got, g, w), ++failures;      \
  } while (0)

// Each round every block adds its neighbour's value of the round before.
__global__ void rounds(int* values, int count) {
  cg::grid_group grid = cg::this_grid();
  for (int round = 0; round < count; ++round) {
    const int next = values[(blockIdx.x + 1) % gridDim.x];
    grid.sync();
    if (threadIdx.x == 0) values[blockIdx.x] += next;
    grid.sync();
  }
}

__global__ void parts(int* out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  cg::thread_block_tile<4> four = cg::tiled_partition<4>(warp);
  const int i = block.thread_rank(), lane = warp.thread_rank();
  int* mine = out + i * 16;
  mine[0] = four.meta_group_rank();
  mine[1] = four.shfl_xor(i, 1);
  mine[2] = four.ballot(lane % 4 == 1);
  mine[3] = cg::reduce(four, i, cg::plus<int>());
  mine[4] = cg::inclusive_scan(warp, 1);
  if (lane % 3 == 0) {
    cg::coalesced_group some = cg::coalesced_threads();
    mine[5] = some.size();
    mine[6] = some.shfl(i, 1);
    mine[7] = cg::reduce(some, lane, cg::greater<int>());
    mine[8] = some.shfl_up(lane, 1);
  }
  cg::coalesced_group labelled = cg::labeled_partition(warp, lane % 5);
  mine[9] = labelled.size();
  mine[10] = labelled.meta_group_rank();
  cg::coalesced_group halves = cg::binary_partition(warp, lane > 9);
  mine[11] = halves.meta_group_rank() * 100 + halves.size();
  cg::thread_group eight = cg::tiled_partition(block, 8);
  mine[12] = eight.thread_rank() * 100 + eight.size();
  mine[13] = warp.match_any(lane / 16);
  int whole = 0;
  mine[14] = warp.match_all(7, whole) != 0 && whole;
  __shared__ int copied[64 * 2];
  __pipeline_memcpy_async(copied + 2 * i, mine + 12, 8, 4);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  block.sync();
  const int other = 2 * (63 - i);
  mine[15] = copied[other] + 3 * copied[other + 1];
}

template <typename T>
__global__ void filled(T* out, T value, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) out[i] = value;
}

int main() {
  const int blocks = 5, threads = 64;
  int *values, *out;
  cudaMallocManaged(&values, blocks * sizeof(int));
  cudaMallocManaged(&out, threads * 16 * sizeof(int));
  std::vector<int> expected(blocks);
  for (int i = 0; i < blocks; ++i) values[i] = expected[i] = i + 1;
  int count = 6;
  void* arguments[] = {&values, &count};
  EXPECT(cudaLaunchCooperativeKernel((void*)rounds, dim3(blocks), dim3(threads), arguments, 0, 0), cudaSuccess);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  for (int round = 0; round < count; ++round) {
    const std::vector<int> before = expected;
    for (int i = 0; i < blocks; ++i) expected[i] = before[i] + before[(i + 1) % blocks];
  }
  for (int i = 0; i < blocks; ++i) EXPECT(values[i], expected[i]);

  parts<<<1, threads>>>(out);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < threads; ++i) {
    const int lane = i % 32, *mine = out + i * 16, warp = i - lane;
    EXPECT(mine[0], lane / 4);
    EXPECT(mine[1], i ^ 1);
    EXPECT(mine[2], 2);
    EXPECT(mine[3], i / 4 * 16 + 6);
    EXPECT(mine[4], lane + 1);
    if (lane % 3 == 0) {
      EXPECT(mine[5], 11);
      EXPECT(mine[6], warp + 3);
      EXPECT(mine[7], 30);
      EXPECT(mine[8], lane ? lane - 3 : 0);
    }
    EXPECT(mine[9], lane % 5 < 2 ? 7 : 6);
    EXPECT(mine[10], lane % 5);
    EXPECT(mine[11], lane > 9 ? 122 : 10);
    EXPECT(mine[12], lane % 8 * 100 + 8);
    EXPECT(mine[13], lane < 16 ? 0xffff : (long long)(int)0xffff0000);
    EXPECT(mine[14], 1);
    EXPECT(mine[15], (63 - i) % 8 * 100 + 8);
  }

  int fill = 9, all = 100, grid = 0, block = 0, resident = 0;
  void* more[] = {&out, &fill, &all};
  EXPECT(cudaLaunchKernel((const void*)filled<int>, dim3(2), dim3(32), more, 0, 0), cudaSuccess);
  EXPECT(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < all; ++i) EXPECT(out[i], 9);
  EXPECT(cudaLaunchKernel((const void*)filled<int>, dim3(2), dim3(2000), more, 0, 0), cudaErrorInvalidConfiguration);
  EXPECT(cudaGetLastError(), cudaErrorInvalidConfiguration);
  EXPECT(cudaOccupancyMaxPotentialBlockSize(&grid, &block, filled<int>, 0, 0), cudaSuccess);
  EXPECT(block > 0 && grid > 0, 1);
  EXPECT(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, filled<float>, 256, 0), cudaSuccess);
  EXPECT(resident > 0, 1);
  cudaFuncAttributes attributes;
  EXPECT(cudaFuncGetAttributes(&attributes, (const void*)parts), cudaSuccess);
  EXPECT(attributes.maxThreadsPerBlock, 1024);
  EXPECT(cudaFuncSetCacheConfig(parts, cudaFuncCachePreferL1), cudaSuccess);
  printf("%s groups: %d wrong\n", failures ? "FAIL" : "PASS", failures);
  return failures != 0;
}
