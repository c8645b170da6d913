// bf16 conversions, rounding, and arithmetic.
#include "../../templates/hip/bf16_fma.h"
#include "../../templates/hip/half_open.h"
#include "check.h"

__global__ void arithmetic(float one) {
  const __hip_bfloat16 a = __float2bfloat16(1.5f * one), b = __float2bfloat16_rn(-2.0f);
  EXPECT(__bfloat162float(__hadd(a, b)) == -0.5f && __bfloat162float(__hmul(a, b)) == -3.0f);
  EXPECT(__bfloat162float(a - b) == 3.5f && __bfloat162float(__hfma(a, b, a)) == -1.5f);
  EXPECT(__hlt(b, a) && !__hgt(b, a) && __heq(a, a) && __bfloat162float(__hmax(a, b)) == 1.5f);
  EXPECT(__bfloat162float(__float2bfloat16(1.00390625f * one)) == 1.0f);
  EXPECT(__bfloat162float(__float2bfloat16(1.01171875f * one)) == 1.015625f);
  EXPECT(__hisnan(__float2bfloat16(NAN)) && __bfloat162int_rn(__float2bfloat16(2.5f)) == 2);
  const __hip_bfloat162 pair = __floats2bfloat162_rn(1.0f, 2.0f), sum = __hadd2(pair, __float2bfloat162_rn(0.5f));
  EXPECT(__low2float(sum) == 1.5f && __high2float(sum) == 2.5f && __bfloat162float(__high2bfloat16(pair)) == 2.0f);
  EXPECT(__bfloat1622float2(__hmul2(pair, pair)).y == 4.0f && __bfloat162int_rz(make_bfloat162(a, b).x) == 1);
}

__global__ void comparisons(float one) {
  const __hip_bfloat162 a = __floats2bfloat162_rn(1.0f, NAN), b = __floats2bfloat162_rn(2.0f * one, 1.0f);
  EXPECT(__hlt2_mask(a, b) == 0xffffu && __hltu2_mask(a, b) == 0xffffffffu && __heq2_mask(a, b) == 0u);
  EXPECT(__low2float(retarget_hip::hne2(a, b)) == 1.0f && __high2float(retarget_hip::hne2(a, b)) == 0.0f);
  EXPECT(__high2float(retarget_hip::hneu2(a, b)) == 1.0f && !retarget_hip::hbne2(a, b) && retarget_hip::hbneu2(a, b));
  EXPECT(__hisnan(__hmax_nan(__high2bfloat16(a), __high2bfloat16(b))) && __low2float(__hmax2_nan(a, b)) == 2.0f);
  EXPECT(retarget_hip::hisinf(__float2bfloat16(-INFINITY)) == -1 && __low2float(retarget_hip::hisnan2(a)) == 0.0f);
  EXPECT(__bfloat162float(retarget_hip::hadd_sat(__low2bfloat16(a), __low2bfloat16(b))) == 1.0f);
  EXPECT(__low2float(__hfma2_relu(a, __float2bfloat162_rn(-1.0f), a)) == 0.0f);
  EXPECT(__bfloat162float(hsqrt(__float2bfloat16(4.0f * one))) == 2.0f && __low2float(__ldg(&a)) == 1.0f);
  EXPECT(__bfloat162float(__hadd_rn(__low2bfloat16(a), __low2bfloat16(b))) == 3.0f);
}

// 289 / 256 and 323 / 256 lie half way: the little that is added decides, which is lost where a float comes between.
__global__ void fused(float one) {
  const __hip_bfloat16 a = __float2bfloat16(1.0625f * one), b = __float2bfloat16(1.1875f);
  const __hip_bfloat16 more = __float2bfloat16(0x1p-40f), less = __float2bfloat16(-0x1p-40f);
  EXPECT(__bfloat162float(retarget_hip::hfma(a, a, more)) == 1.1328125f);
  EXPECT(__bfloat162float(retarget_hip::hfma(a, a, less)) == 1.125f);
  EXPECT(__bfloat162float(retarget_hip::hfma(a, b, more)) == 1.265625f);
  EXPECT(__bfloat162float(retarget_hip::hfma(a, b, less)) == 1.2578125f);
  const __hip_bfloat162 sums =
      retarget_hip::hfma2(__halves2bfloat162(a, b), __halves2bfloat162(a, a), __halves2bfloat162(more, less));
  EXPECT(__low2float(sums) == 1.1328125f && __high2float(sums) == 1.2578125f);
  EXPECT(__half2float(retarget_hip::hfma(__float2half(1.5f * one), __float2half(2.0f), __float2half(1.0f))) == 4.0f);
}

__global__ void add(__hip_bfloat16* single, __hip_bfloat162* pair) {
  atomicAdd(single + (threadIdx.x & 1), __float2bfloat16(1.0f));
  atomicAdd(pair, __floats2bfloat162_rn(1.0f, 0.5f));
}

int main() {
  arithmetic<<<1, 1>>>(1.0f);
  comparisons<<<1, 1>>>(1.0f);
  fused<<<1, 1>>>(1.0f);
  alignas(4) static __hip_bfloat16 single[3] = {__float2bfloat16(0.0f), __float2bfloat16(1.0f), __float2bfloat16(7.0f)};
  static __hip_bfloat162 pair = __floats2bfloat162_rn(0.0f, -1.0f);
  add<<<1, 64>>>(single, &pair);
  (void)hipDeviceSynchronize();
  EXPECT(__bfloat162float(single[0]) == 32.0f && __bfloat162float(single[1]) == 33.0f);
  EXPECT(__bfloat162float(single[2]) == 7.0f && __low2float(pair) == 64.0f && __high2float(pair) == 31.0f);
  EXPECT(__bfloat162float(__float2bfloat16(0.5f)) == 0.5f && __bfloat162float(__int2bfloat16_rn(3)) == 3.0f);
  return report("bf16");
}
