// Numbers of 8 bits against the tables of the formats: limits, ties, subnormal numbers, what is no number.
#include "../../templates/hip/fp8.h"
#include "check.h"

using namespace retarget_hip;

__host__ __device__ void limits() {
  const float infinite = __builtin_huge_valf(), none = __builtin_nanf("");
  EXPECT(cvt_float_to_fp8(448.0f, fp8_NOSAT, fp8_E4M3) == 0x7e && cvt_float_to_fp8(464.0f, fp8_NOSAT, fp8_E4M3) == 0x7e);
  EXPECT(cvt_float_to_fp8(465.0f, fp8_NOSAT, fp8_E4M3) == 0x7f && cvt_float_to_fp8(1e9f, fp8_SATFINITE, fp8_E4M3) == 0x7e);
  EXPECT(cvt_float_to_fp8(-infinite, fp8_NOSAT, fp8_E5M2) == 0xfc && cvt_float_to_fp8(6e4f, fp8_NOSAT, fp8_E5M2) == 0x7b);
  EXPECT(cvt_float_to_fp8(none, fp8_SATFINITE, fp8_E4M3) == 0x7f && cvt_float_to_fp8(none, fp8_NOSAT, fp8_E5M2) == 0x7f);
  EXPECT(cvt_float_to_fp8(0.001953125f, fp8_NOSAT, fp8_E4M3) == 1 && cvt_float_to_fp8(0.0009765625f, fp8_NOSAT, fp8_E4M3) == 0);
  EXPECT(cvt_float_to_fp8(-0.0f, fp8_NOSAT, fp8_E4M3) == 0x80 && cvt_float_to_fp8(1.0625f, fp8_NOSAT, fp8_E4M3) == 0x38);
  EXPECT(cvt_double_to_fp8(1.0625 + 1e-12, fp8_NOSAT, fp8_E4M3) == 0x39);
}

__host__ __device__ void there_and_back() {
  for (int code = 0; code < 256; ++code) {
    const fp8_storage bits = static_cast<fp8_storage>(code);
    const bool is_e4m3 = (code & 0x7f) != 0x7f, is_e5m2 = (code & 0x7f) <= 0x7c;
    fp8_e4m3 first;
    first.__x = bits;
    EXPECT(!is_e4m3 || fp8_e4m3(static_cast<float>(first)).__x == bits);
    const float value = static_cast<float>(__builtin_bit_cast(_Float16, cvt_fp8_to_halfraw(bits, fp8_E5M2)));
    EXPECT(!is_e5m2 || cvt_float_to_fp8(value, fp8_NOSAT, fp8_E5M2) == bits);
  }
}

__host__ __device__ void vectors() {
  const fp8x4_e5m2 four(make_float4(1.0f, -2.0f, 0.25f, 57344.0f));
  const float4 back = static_cast<float4>(four);
  EXPECT(back.x == 1.0f && back.y == -2.0f && back.z == 0.25f && back.w == 57344.0f);
  const fp8x2_e4m3 two(make_float2(3.0f, -0.5f));
  EXPECT(static_cast<float2>(two).x == 3.0f && static_cast<float2>(two).y == -0.5f);
  EXPECT(static_cast<int>(fp8_e4m3(12)) == 12 && static_cast<bool>(fp8_e5m2(0.5)) && !static_cast<bool>(fp8_e5m2(-0.0f)));
}

__global__ void on_device() {
  limits();
  there_and_back();
  vectors();
}

int main() {
  limits();
  there_and_back();
  vectors();
  on_device<<<1, 1>>>();
  return report("fp8");
}
