// Conversions that are rounded down, up or to zero, and what halves are compared and clamped to where one is no number.
#include "../../templates/hip/half_open.h"
#include "../../templates/hip/rounded_conversions.h"
#include "check.h"

using namespace retarget_hip;

__global__ void rounded(double tenth, double huge, int odd, long long wide) {
  EXPECT(double2float_rd(tenth) < tenth && double2float_ru(tenth) > tenth && double2float_rz(-tenth) > -tenth);
  EXPECT(double2float_rz(huge) == 0x1.fffffep127f && double2float_ru(huge) > 0x1.fffffep127f);
  EXPECT(double2float_ru(1e-300 * tenth) == 0x1p-149f && double2float_rd(-1e-300 * tenth) == -0x1p-149f);
  EXPECT(int2float_rz(odd) == 2147483520.0f && int2float_ru(odd) == 2147483648.0f && int2float_rd(-odd) == -2147483648.0f);
  EXPECT(uint2float_rd(odd * 2u + 1) == 4294967040.0f && ull2float_ru(~0ull) == 0x1p64f && ll2float_rz(0) == 0);
  EXPECT(ll2double_rz(wide) == 0x1.fffffffffffffp62 && ll2double_ru(wide) == 0x1p63 && ull2double_rd(~0ull) < 0x1p64);
  EXPECT(__half2float(float2half_rz(1e30f)) == 65504.0f && __half2float(float2half_ru(-1e30f)) == -65504.0f);
  EXPECT(__half2float(int2half_rd(odd)) == 65504.0f && __half2float(short2half_ru(12345)) == 12352.0f);
}

__global__ void compared(float none) {
  const __half nan = __float2half(none), one = __float2half(1.0f), zero = __float2half(0.0f);
  const __half2 both = __halves2half2(nan, one);
  EXPECT(!hne(nan, one) && hequ(nan, one) && hneu(nan, one) && hgtu(nan, one) && hltu(nan, one));
  EXPECT(hne(zero, one) && !hequ(zero, one) && hleu(zero, one) && !hgeu(zero, one) && !hgtu(zero, one));
  EXPECT(hbequ2(both, both) && !hbne2(both, both) && __low2float(hgtu2(both, both)) == 1.0f);
  EXPECT(hisinf(__float2half(-1e30f)) == -1 && hisinf(one) == 0 && __low2float(hisnan2(both)) == 1.0f);
  EXPECT(__half2float(hadd_sat(nan, one)) == 0.0f && __half2float(hmul_sat(one, one)) == 1.0f);
  EXPECT(__high2float(hfma2_sat(both, both, both)) == 1.0f && __half2float(hsub_sat(zero, one)) == 0.0f);
}

int main() {
  rounded<<<1, 1>>>(0.1, 1e300, 2147483647, 9223372036854775807ll);
  compared<<<1, 1>>>(__builtin_nanf(""));
  return report("rounded conversions");
}
