// Ranks in a tile of lanes tell a lane and a warp, as threadIdx.x & 31 does.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
#define LANES 32
constexpr int few = 16;

__global__ void tree(float* o, const float* v) {
  __shared__ float s[256];
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<32>(block);
  int t = block.thread_rank(), l = tile.thread_rank();
  s[t] = v[t];
  if (l < 16) s[t] += s[t + 16];
  if (l < 8) s[t] += s[t + 8];
  if (l == 0) o[t / 32] = s[t];
}

__global__ void rows(float* o, const float* v) {
  __shared__ float s[8][32];
  cg::thread_block_tile<LANES> tile = cg::tiled_partition<LANES>(cg::this_thread_block());
  s[tile.meta_group_rank()][tile.thread_rank()] = v[threadIdx.x];
  o[threadIdx.x] = s[tile.meta_group_rank()][tile.thread_rank() ^ 1];
}

__global__ void synchronised(float* o, const float* v) {
  __shared__ float s[8][32];
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
  s[tile.meta_group_rank()][tile.thread_rank()] = v[threadIdx.x];
  tile.sync();
  o[threadIdx.x] = s[tile.meta_group_rank()][31 - tile.thread_rank()];
}

__device__ float handed(const cg::thread_block_tile<32, cg::thread_block>& tile, float* row, float v) {
  row[tile.thread_rank()] = v;
  return row[31 - tile.thread_rank()]; // want [warp-synchronous] through 'row' with no barrier
}

__global__ void halves(float* o, const float* v) {
  __shared__ float s[256];
  int t = cg::this_thread_block().thread_rank();
  auto tile = cg::tiled_partition<few>(cg::this_thread_block());
  s[t] = v[t];
  if (tile.thread_rank() < 8) s[t] += s[t + 8]; // want [warp-synchronous] that another thread stores with no barrier
  if (tile.thread_rank() < 4) s[t] += s[t + 4];
  if (tile.thread_rank() == 0) o[t / 16] = s[t];
}

struct Own {
  __device__ int thread_rank() const { return 0; }
};

__global__ void others(float* o, const float* v, Own tile) {
  __shared__ float s[8];
  if (threadIdx.x == 0) s[tile.thread_rank()] = v[0];
  __syncthreads();
  o[threadIdx.x] = s[tile.thread_rank()];
}

void run(float* o, float* v) {
  tree<<<2, 256>>>(o, v);
  rows<<<2, 256>>>(o, v);
  synchronised<<<2, 256>>>(o, v);
  halves<<<2, 256>>>(o, v);
}
