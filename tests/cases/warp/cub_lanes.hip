// CUB's functions of lanes count in warps of 32, hipCUB's in waves.
#include <hip/hip_runtime.h>
#include "retarget_hip/cub_lanes.h"
#include <hipcub/hipcub.hpp>

#if RETARGET_CUB_PTX_WARP_THREADS == 32
constexpr int warps = 128 / RETARGET_CUB_PTX_WARP_THREADS, others = 128 / RETARGET_CUB_WARP_THREADS(0) + RETARGET_CUB_PTX_LOG_WARP_THREADS;
#endif

template <int threads>
__device__ int before(int value) {
  return hipcub::shuffle_up32<threads>(value, 1, 0, 0xffffffff);
}

__global__ void lanes(const int *in, int *out) {
  __shared__ int sums[warps + others];
  int value = in[threadIdx.x] + before<32>(in[threadIdx.x]);
  value += hipcub::shuffle_down32<32>(value, 1, 31, 0xffffffff) + hipcub::shuffle_index32<32>(value, 0, 0xffffffff);
  if (hipcub::lane_id32() == 0) sums[hipcub::warp_id32()] = value;
  if (hipcub::warp_any32(value, 0xffffffff)) hipcub::warp_sync32(0xffffffff);
  unsigned mask = hipcub::lane_mask_lt32() | hipcub::lane_mask_le32() | hipcub::lane_mask_gt32() | hipcub::lane_mask_ge32();
  out[threadIdx.x] = mask ^ hipcub::match_any32<4>(value) ^ sums[0];
}
