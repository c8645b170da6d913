// Optional values, spans, bits and pieces for one side, as libcu++ has them.
#include "../../templates/hip/nv_target.h"
#include "../../templates/hip/optional.h"
#include "../../templates/hip/span.h"
#include "../../templates/hip/std_functions.h"
#include "check.h"

using namespace retarget_hip;

static int alive = 0;
struct Counted {
  int value;
  Counted(int of) : value(of) { alive++; }
  Counted(const Counted& other) : value(other.value) { alive++; }
  Counted& operator=(const Counted&) = default;
  ~Counted() { alive--; }
};

__host__ __device__ int side(int a, [[maybe_unused]] int b) {
  NV_IF_TARGET(NV_IS_DEVICE, (return a;), (int both[2] = {a, b}; return both[1];))
}
__host__ __device__ int best(int a) {
  int found = 0;
  NV_DISPATCH_TARGET(NV_PROVIDES_SM_90, (found = 90;), NV_PROVIDES_SM_60, (found = a;), NV_IS_HOST, (found = -a;))
  NV_IF_ELSE_TARGET(NV_NO_TARGET, (found += 100;), (found += 1;))
  return found;
}

__global__ void values(int* p, unsigned seven) {
  EXPECT(popcount(seven) == 3 && countl_zero(seven) == 29 && countr_zero(seven + 1) == 3 && countr_one(seven) == 3);
  EXPECT(countl_one(~seven) == 29 && countl_zero(uint8_t(seven)) == 5 && countl_zero(0u) == 32 && countr_zero(0ull) == 64);
  EXPECT(bit_width(seven) == 3 && bit_ceil(seven) == 8 && bit_floor(seven) == 4 && !has_single_bit(seven));
  EXPECT(rotl(seven, 30) == 0xc0000001u && rotr(uint8_t(seven), 1) == 0x83 && rotl(seven, 32) == seven);
  EXPECT(bit_cast<unsigned>(1.0f) == 0x3f800000u && ceil_div(int(seven), 2) == 4 && ceil_div(8u, 2) == 4);
  EXPECT(round_up(seven, 4) == 8 && round_down(seven, 4) == 4);
  iota(p, p + 4, 3);
  swap(p[0], p[3]);
  EXPECT(p[0] == 6 && p[3] == 3 && exchange(p[1], 9) == 4 && p[1] == 9 && accumulate(p, p + 4, 0) == 23);
  span<int> all(p, 4);
  span<const int> later = all.subspan(1);
  EXPECT(later.size() == 3 && later.front() == 9 && all.last(1)[0] == 3 && all.first<2>().size() == 2);
  int most = 0;
  for (int x : later) most = maximum<>()(most, x);
  optional<int> none, some = most;
  EXPECT(!none && none.value_or(5) == 5 && some == 9 && *some == 9 && none == nullopt && some != none);
  none = some;
  some = nullopt;
  EXPECT(none.value() == 9 && !some.has_value() && none.emplace(4) == 4);
  EXPECT(proclaim_return_type<float>([] __device__(int x) { return x + 1; })(2) == 3.0f);
}

int main() {
  void* buffer = nullptr;
  if (hipMalloc(&buffer, 4096) != hipSuccess) return 1;
  values<<<1, 1>>>(static_cast<int*>(buffer), 7);
  {
    optional<Counted> a = Counted(1), b;
    b = a;
    b = Counted(3);
    a = nullopt;
    if (alive != 1 || b->value != 3) return 2;
  }
  if (alive != 0 || side(1, 2) != 2 || best(7) != -6) return 3;
  return report("values of libcu++");
}
