// Atomics of every scope and type that HIP lacks: totals must come out.
#include "../../templates/hip/atomics.h"
#include "check.h"

struct Totals {
  unsigned wrapped, lowered, added, wrapped_block;
  int smallest;
  long long largest, bits;
  unsigned long long sum;
  double real;
  float2 pair;
  float4 quad;
  unsigned short tickets[2];
  float exchanged;
  unsigned subtracted;
};

__device__ Totals totals;

__global__ void run() {
  const int i = threadIdx.x;
  retarget_hip::atomicInc(&totals.wrapped, 9u);
  retarget_hip::atomicDec(&totals.lowered, 9u);
  atomicInc_block(&totals.wrapped_block, 6u);
  atomicAdd_block(&totals.added, 2);
  atomicMin_system(&totals.smallest, -i);
  atomicMax_block(&totals.largest, static_cast<long long>(i) << 40);
  atomicOr_system(&totals.bits, 1ll << (i % 64));
  atomicAdd_system(&totals.sum, 1ull << 33);
  atomicAdd_block(&totals.real, 0.5);
  atomicAdd(&totals.pair, make_float2(1.0f, 2.0f));
  atomicAdd(&totals.quad, make_float4(1.0f, 2.0f, 3.0f, 4.0f));
  atomicSub_block(&totals.subtracted, 3u);
  atomicExch_block(&totals.exchanged, 7.5f);
  for (bool done = false; !done;) {
    const unsigned short seen = totals.tickets[1];
    done = atomicCAS(&totals.tickets[1], seen, static_cast<unsigned short>(seen + 1)) == seen;
  }
}

__global__ void verify() {
  EXPECT(totals.wrapped == 128 % 10 && totals.lowered == (10 - 128 % 10) % 10 && totals.wrapped_block == 128 % 7);
  EXPECT(totals.added == 256 && totals.smallest == -127 && totals.largest == 127ll << 40 && totals.bits == -1);
  EXPECT(totals.sum == 128ull << 33 && totals.real == 64.0 && totals.exchanged == 7.5f);
  EXPECT(totals.pair.x == 128.0f && totals.pair.y == 256.0f);
  EXPECT(totals.quad.x == 128.0f && totals.quad.w == 512.0f && totals.subtracted == 0u - 384u);
  EXPECT(totals.tickets[0] == 0 && totals.tickets[1] == 128);
}

int main() {
  run<<<1, 128>>>();
  verify<<<1, 1>>>();
  return report("atomics");
}
