// CUB's functions of lanes against their definition, in warps of 32 on any wave, whole and in parts.
#include "../../templates/hip/cub_lanes.h"
#include "check.h"

using namespace hipcub;

__global__ void lanes() {
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, own = warp * 100 + lane;
  const unsigned all = 0xffffffffu;
  EXPECT(lane_id32() == unsigned(lane) && warp_id32() == unsigned(warp));
  EXPECT(lane_mask_lt32() == (1u << lane) - 1 && lane_mask_ge32() == ~lane_mask_lt32());
  EXPECT(lane_mask_le32() == (lane_mask_lt32() | 1u << lane) && lane_mask_gt32() == ~lane_mask_le32());
  EXPECT(shuffle_up32<32>(own, 3, 0, all) == (lane < 3 ? own : own - 3));
  EXPECT(shuffle_up32<32>(own, 3, 8, all) == (lane < 11 ? own : own - 3));
  EXPECT(shuffle_up32<8>(own, 3, 0, all) == (lane % 8 < 3 ? own : own - 3));
  EXPECT(shuffle_down32<32>(own, 3, 31, all) == (lane > 28 ? own : own + 3));
  EXPECT(shuffle_down32<32>(own, 3, 15, all) == (lane + 3 > 15 ? own : own + 3));
  EXPECT(shuffle_down32<16>(own, 3, 15, all) == (lane % 16 > 12 ? own : own + 3));
  EXPECT(shuffle_index32<32>(own, 7, all) == warp * 100 + 7);
  EXPECT(shuffle_index32<8>(own, 5, all) == warp * 100 + (lane & ~7) + 5);
  EXPECT(shuffle_index32<32>(double(own), lane ^ 1, all) == double(own ^ 1) || warp % 2);
  EXPECT(warp_mask32<8>(2) == 0xff0000u && warp_mask32<32>(0) == all && warp_mask32<12>(1) == 0xfffu);
  EXPECT(static_cast<unsigned>(warp_ballot32(lane & 1, all)) == 0xaaaaaaaau);
  EXPECT(warp_any32(lane == 31, all) && !warp_all32(lane == 31, all));
  EXPECT(match_any32<2>(lane) == 0x11111111u << (lane & 3));
  EXPECT((match_any32<1, 16>(lane) == (0x5555u << (lane & 1))) || lane >= 16);
  warp_sync32(all);
}

int main() {
  lanes<<<1, 128>>>();
  return report("cub_lanes");
}
