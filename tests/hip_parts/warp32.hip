// Every warp32 operation against CUDA's definition, converged, with half of a wave away, and in part of a warp.
#include <hip/hip_fp16.h>

#include "../../templates/hip/warp_matches.h"
#include "check.h"

struct Pair {
  double first;
  int second;
};

__device__ void shuffles(int warp) {
  const int lane = warp32::lane_id();
  const unsigned all = 0xffffffffu;
  const int own = warp * 100 + lane;
  EXPECT(warp32::shfl_sync(all, own, 7) == warp * 100 + 7);
  EXPECT(warp32::shfl_sync(all, own, 39) == warp * 100 + 7);
  EXPECT(warp32::shfl_sync(all, own, 3, 8) == warp * 100 + (lane & ~7) + 3);
  EXPECT(warp32::shfl_sync(all, own, -1) == warp * 100 + 31);
  EXPECT(warp32::shfl_up_sync(all, own, 4) == (lane < 4 ? own : own - 4));
  EXPECT(warp32::shfl_up_sync(all, own, 3, 8) == (lane % 8 < 3 ? own : own - 3));
  EXPECT(warp32::shfl_up_sync(all, own, 32) == own);
  EXPECT(warp32::shfl_down_sync(all, own, 16) == (lane < 16 ? own + 16 : own));
  EXPECT(warp32::shfl_down_sync(all, own, 5, 16) == (lane % 16 < 11 ? own + 5 : own));
  EXPECT(warp32::shfl_xor_sync(all, own, 16) == warp * 100 + (lane ^ 16));
  EXPECT(warp32::shfl_xor_sync(all, own, 12, 8) == warp * 100 + ((lane ^ 12) < (lane & ~7) + 8 ? lane ^ 12 : lane));
  EXPECT(warp32::shfl_sync(all, make_uint4(own, 1, 2, own), 7).w == static_cast<unsigned>(warp * 100 + 7));
  EXPECT(warp32::shfl(own, 9) == warp * 100 + 9 && warp32::shfl_up(own, 1) == (lane ? own - 1 : own));
  EXPECT(warp32::shfl_down(own, 1) == (lane < 31 ? own + 1 : own) && warp32::shfl_xor(own, 1) == (own ^ 1));
}

template <typename T>
__device__ void shuffles_of(T base) {
  const unsigned all = 0xffffffffu, lane = warp32::lane_id();
  const T own = base + static_cast<T>(lane);
  EXPECT(warp32::shfl_sync(all, own, 5) == base + static_cast<T>(5));
  EXPECT(warp32::shfl_xor_sync(all, own, 3) == base + static_cast<T>(lane ^ 3u));
}

__device__ void types() {
  shuffles_of<unsigned>(4000000000u);
  shuffles_of<long>(-(1l << 40));
  shuffles_of<unsigned long>(1ul << 63);
  shuffles_of<long long>(-(1ll << 50));
  shuffles_of<unsigned long long>(1ull << 62);
  shuffles_of<float>(0.5f);
  shuffles_of<double>(1e10);
  shuffles_of<signed char>(1);
  shuffles_of<unsigned short>(60000);
  const unsigned all = 0xffffffffu, lane = warp32::lane_id();
  EXPECT(__half2float(warp32::shfl_sync(all, __float2half(static_cast<float>(lane)), 11)) == 11.0f);
  const __half2 halves = warp32::shfl_down_sync(all, __floats2half2_rn(lane, 2.0f * lane), 1);
  EXPECT(lane == 31 || (__low2float(halves) == lane + 1.0f && __high2float(halves) == 2.0f * lane + 2.0f));
  const Pair pair = warp32::shfl_xor_sync(all, Pair{0.25 * lane, static_cast<int>(lane)}, 1);
  EXPECT(pair.first == 0.25 * (lane ^ 1u) && pair.second == static_cast<int>(lane ^ 1u));
  const unsigned first = warp32::shfl_sync(all, threadIdx.x, 0);
  EXPECT(first == threadIdx.x - lane);
  EXPECT(warp32::match_any_sync(all, threadIdx.x) == 1u << lane);
  EXPECT(warp32::reduce_max_sync(all, threadIdx.x) == threadIdx.x - lane + 31u);
  EXPECT(warp32::shfl_sync(all, true, 3) == 1);
}

__device__ void votes(int warp) {
  const int lane = warp32::lane_id();
  const unsigned all = 0xffffffffu;
  EXPECT(warp32::lanemask_lt() == (1u << lane) - 1 && warp32::lanemask_ge() == ~((1u << lane) - 1));
  EXPECT(warp32::lanemask_eq() == 1u << lane && warp32::lanemask_le() + warp32::lanemask_gt() == all);
  EXPECT(warp32::activemask() == all);
  EXPECT(warp32::ballot_sync(all, lane % 3 == warp % 3) == (0x49249249u << (warp % 3)));
  EXPECT(warp32::ballot_sync(0xff00u, lane & 1) == 0xaa00u);
  EXPECT(warp32::ballot(lane == 31) == 0x80000000u);
  EXPECT(warp32::any_sync(all, warp == 1 && lane == 0) == (warp == 1));
  EXPECT(warp32::all_sync(all, warp == 0) == (warp == 0));
  EXPECT(warp32::all_sync(0xffu, lane < 8) && !warp32::any_sync(0xffu, lane >= 8));
  EXPECT(warp32::any(lane == 4) && !warp32::all(lane == 4));
  EXPECT(warp32::uni_sync(all, warp) && !warp32::uni_sync(all, lane & 1));
}

__device__ void matches(int warp) {
  const int lane = warp32::lane_id();
  const unsigned all = 0xffffffffu;
  EXPECT(warp32::match_any_sync(all, lane / 8) == 0xffu << (lane / 8 * 8));
  EXPECT(warp32::match_any_sync(all, (lane % 2) * 1.5) == (lane % 2 ? 0xaaaaaaaau : 0x55555555u));
  EXPECT(warp32::match_any_sync(all, static_cast<long long>(lane / 16) << 40) == 0xffffu << (lane / 16 * 16));
  int same = -1;
  EXPECT(warp32::match_all_sync(all, warp, &same) == all && same == 1);
  EXPECT(warp32::match_all_sync(all, lane == 5, &same) == 0 && same == 0);
  EXPECT(warp32::match_all_sync(all, 2.0f * warp, &same) == all && same == 1);
}

__device__ void reductions(int warp) {
  const int lane = warp32::lane_id();
  const unsigned all = 0xffffffffu;
  EXPECT(warp32::reduce_add_sync(all, lane + warp) == 496 + 32 * warp);
  EXPECT(warp32::reduce_min_sync(all, lane - 40) == -40 && warp32::reduce_max_sync(all, lane - 40) == -9);
  EXPECT(warp32::reduce_and_sync(all, ~(1u << lane)) == 0u && warp32::reduce_or_sync(all, 1u << lane) == all);
  EXPECT(warp32::reduce_xor_sync(all, 1u << (lane / 2)) == 0u);
  const unsigned group = warp32::match_any_sync(all, lane % 5);
  int sum = 0;
  for (int i = lane % 5; i < 32; i += 5) sum += i;
  EXPECT(warp32::reduce_add_sync(group, lane) == sum);
}

__device__ void partial(int warp) {
  const int lane = warp32::lane_id();
  if (lane % 4 == warp % 4) {
    const unsigned here = 0x11111111u << (warp % 4);
    EXPECT(warp32::activemask() == here);
    EXPECT(warp32::ballot_sync(here, lane < 16) == (here & 0xffffu));
    EXPECT(warp32::all_sync(here, lane % 4 == warp % 4));
    EXPECT(warp32::reduce_add_sync(here, 1) == 8);
    EXPECT(warp32::shfl_sync(here, lane, warp % 4 + 8) == warp % 4 + 8);
    int same = 0;
    EXPECT(warp32::match_all_sync(here, warp, &same) == here && same);
  }
}

__global__ void every_warp() {
  const int warp = threadIdx.x / 32;
  shuffles(warp);
  votes(warp);
  matches(warp);
  reductions(warp);
  partial(warp);
  types();
}

// One logical warp loops a different number of times than its neighbour in a wave of 64.
__global__ void one_warp_at_a_time() {
  const int warp = threadIdx.x / 32;
  for (int i = 0; i <= warp; ++i) {
    shuffles(warp);
    votes(warp);
    matches(warp);
    reductions(warp);
    partial(warp);
  }
}

__global__ void through_shared_memory() {
  __shared__ int slots[128];
  slots[threadIdx.x] = threadIdx.x;
  for (int i = 0; i < 5; ++i) {
    warp32::syncwarp();
    const int next = slots[(threadIdx.x & ~31u) | ((threadIdx.x + 1) & 31u)];
    warp32::syncwarp(0xffffffffu);
    slots[threadIdx.x] = next;
  }
  EXPECT(slots[threadIdx.x] == static_cast<int>((threadIdx.x & ~31u) | ((threadIdx.x + 5) & 31u)));
}

int main() {
  static_assert(warp32::size == 32, "CUDA's warp");
  every_warp<<<2, 128>>>();
  one_warp_at_a_time<<<1, 128>>>();
  through_shared_memory<<<1, 128>>>();
  every_warp<<<1, 32>>>();
  return report("warp32");
}
