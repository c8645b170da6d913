// Halves to integers, and two quick functions at the ends of their ranges, as on CUDA's machines.
#include "../../templates/hip/approximations.h"
#include "../../templates/hip/half_integers.h"
#include "check.h"

using namespace retarget_hip;

__global__ void halves(const float* in) {  // NaN, inf, -inf, 40000, -40000, 2.5, -1.5, 0.5
  const long long most = 9223372036854775807ll;
  const long long wide[] = {-most - 1, most, -most - 1, 40000, -40000, 2, -1, 0};
  const unsigned long long natural[] = {1ull << 63, ~0ull, 0, 40000, 0, 2, 0, 0};
  const int whole[] = {0, 2147483647, -2147483647 - 1, 40000, -40000, 2, -1, 0};
  const unsigned positive[] = {0, ~0u, 0, 40000, 0, 2, 0, 0};
  const short small[] = {0, 32767, -32768, 32767, -32768, 2, -1, 0};
  const unsigned short low[] = {0, 65535, 0, 40000, 0, 2, 0, 0};
  const unsigned i = threadIdx.x;
  const __half x = __float2half(in[i]);
  EXPECT(half2ll_rz(x) == wide[i] && half2ull_rz(x) == natural[i]);
  EXPECT(half2int_rz(x) == whole[i] && half2uint_rz(x) == positive[i]);
  EXPECT(half2short_rz(x) == small[i] && half2ushort_rz(x) == low[i]);
  if (i == 6) EXPECT(half2int_rn(x) == -2 && half2int_rd(x) == -2 && half2ll_ru(x) == -1);
  if (i == 5) EXPECT(half2short_rn(x) == 2 && half2short_ru(x) == 3 && half2ull_rd(x) == 2);
  if (i == 0) EXPECT(saturatef(in[i]) == 0.0f && fast_quotient(in[i], 2.0f) != fast_quotient(in[i], 2.0f));
  if (i == 1) EXPECT(saturatef(in[i]) == 1.0f && fast_quotient(in[i], 0x1p127f) != fast_quotient(in[i], 0x1p127f));
  if (i == 3) EXPECT(fast_quotient(in[i], 1e38f) == 0.0f && fast_quotient(in[i], 2.0f) == 20000.0f);
  if (i == 7) EXPECT(saturatef(in[i]) == 0.5f && saturatef(-in[i]) == 0.0f);
}

int main() {
  const float infinite = 1e38f * 10;
  const float in[] = {infinite - infinite, infinite, -infinite, 40000, -40000, 2.5f, -1.5f, 0.5f};
  void* buffer = nullptr;
  if (hipMalloc(&buffer, 4096) != hipSuccess) return 1;
  if (hipMemcpy(buffer, in, sizeof in, hipMemcpyHostToDevice) != hipSuccess) return 1;
  halves<<<1, 8>>>(static_cast<float*>(buffer));
  return report("halves to integers");
}
