// Floating-point numbers out of the range of integers, as CUDA's machines convert them.
#include "../../templates/hip/conversions.h"
#include "check.h"

using retarget_hip::to_integer;

__global__ void conversions(const float* in) {  // NaN, inf, -inf, 1e30, -1e30, 1e19, -1e19, 3e9, -5, -1.5, 300, 2.5
  const long long most = 9223372036854775807ll;
  const long long wide[] = {-most - 1, most, -most - 1, most, -most - 1, most, -most - 1, 3000000000ll, -5, -1, 300, 2};
  const unsigned long long half = 1ull << 63;
  const unsigned long long natural[] = {half, ~0ull, 0, ~0ull, 0, 9999999980506447872ull, 0, 3000000000ull, 0, 0, 300, 2};
  const unsigned char byte[] = {0, 255, 0, 255, 0, 255, 0, 0, 0, 0, 44, 2};
  const unsigned i = threadIdx.x;
  EXPECT(to_integer<long long>(in[i]) == wide[i] && to_integer<long>(static_cast<double>(in[i])) == wide[i]);
  EXPECT(to_integer<unsigned long long>(in[i]) == natural[i]);
  EXPECT(to_integer<unsigned long>(static_cast<double>(in[i])) == natural[i]);
  EXPECT(to_integer<unsigned char>(in[i]) == byte[i] && to_integer<unsigned char>(static_cast<double>(in[i])) == byte[i]);
}

__global__ void to_32_bits(const float* in) {  // a double that is not a number becomes 0x80000000, a float 0
  const unsigned i = threadIdx.x;
  const double exact = in[i];
  EXPECT(to_integer<int>(exact) == (i ? static_cast<int>(exact) : -2147483647 - 1) && to_integer<int>(in[0]) == 0);
  EXPECT(to_integer<unsigned>(exact) == (i ? static_cast<unsigned>(exact) : 1u << 31));
}

int main() {
  const float infinite = 1e38f * 10, in[] = {infinite - infinite, infinite, -infinite, 1e30f, -1e30f, 1e19f,
                                             -1e19f, 3e9f, -5, -1.5f, 300, 2.5f};
  void* buffer = nullptr;
  if (hipMalloc(&buffer, 4096) != hipSuccess) return 1;
  if (hipMemcpy(buffer, in, sizeof in, hipMemcpyHostToDevice) != hipSuccess) return 1;
  conversions<<<1, 12>>>(static_cast<float*>(buffer));
  to_32_bits<<<1, 12>>>(static_cast<float*>(buffer));
  return report("conversions");
}
