// CUB's functions of lanes count in warps of 32, hipCUB's in waves.
#include <cub/cub.cuh>

#if CUB_PTX_WARP_THREADS == 32
constexpr int warps = 128 / CUB_PTX_WARP_THREADS, others = 128 / CUB_WARP_THREADS(0) + CUB_PTX_LOG_WARP_THREADS;
#endif

template <int threads>
__device__ int before(int value) {
  return cub::ShuffleUp<threads>(value, 1, 0, 0xffffffff);
}

__global__ void lanes(const int *in, int *out) {
  __shared__ int sums[warps + others];
  int value = in[threadIdx.x] + before<32>(in[threadIdx.x]);
  value += cub::ShuffleDown<32>(value, 1, 31, 0xffffffff) + cub::ShuffleIndex<32>(value, 0, 0xffffffff);
  if (cub::LaneId() == 0) sums[cub::WarpId()] = value;
  if (cub::WARP_ANY(value, 0xffffffff)) cub::WARP_SYNC(0xffffffff);
  unsigned mask = cub::LaneMaskLt() | cub::LaneMaskLe() | cub::LaneMaskGt() | cub::LaneMaskGe();
  out[threadIdx.x] = mask ^ cub::MatchAny<4>(value) ^ sums[0];
}
