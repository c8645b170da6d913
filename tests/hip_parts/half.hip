// Half precision functions that HIP lacks.
#include "../../templates/hip/half.h"
#include "check.h"

__device__ __half2 total;
__device__ __half pieces[4];

__device__ float number(__half x) { return __half2float(x); }

__global__ void arithmetic() {
  const __half one = __float2half(1.0f), two = __float2half(2.0f), nan = __float2half(NAN);
  EXPECT(number(__hmax(one, two)) == 2.0f && number(__hmin(one, two)) == 1.0f && number(__hmax(nan, two)) == 2.0f);
  EXPECT(__hisnan(__hmax_nan(nan, two)) && __hisnan(__hmin_nan(one, nan)) && number(__double2half(0.5)) == 0.5f);
  const __half2 a = __floats2half2_rn(1.0f, -3.0f), b = __floats2half2_rn(2.0f, -4.0f);
  EXPECT(number(__low2half(__hmax2(a, b))) == 2.0f && number(__high2half(__hmin2(a, b))) == -4.0f);
  EXPECT(number(__hadd_rn(one, two)) == 3.0f && number(__low2half(__hmul2_rn(a, b))) == 2.0f);
  EXPECT(number(__hfma_relu(one, __float2half(-3.0f), two)) == 0.0f && number(__hfma_relu(one, two, two)) == 4.0f);
  const __half2 product = __hcmadd(a, b, __floats2half2_rn(1.0f, 1.0f));  // (1-3i)(2-4i) + 1+i
  EXPECT(number(__low2half(product)) == -9.0f && number(__high2half(product)) == -9.0f);
  EXPECT(fabsf(number(htanh(one)) - 0.7616f) < 1e-3f && __half2char_rz(__float2half(-300.0f)) == -128);
  EXPECT(__half2uchar_rz(__float2half(3.9f)) == 3);
  EXPECT(__hgt2_mask(a, b) == 0xffff0000u && __hle2_mask(a, b) == 0x0000ffffu && __hne2_mask(a, b) == 0xffffffffu);
  const __half2 odd = __halves2half2(nan, one);
  EXPECT(__heq2_mask(odd, odd) == 0xffff0000u && __hequ2_mask(odd, odd) == 0xffffffffu && !__hne2_mask(odd, odd));
  EXPECT(__hgtu2_mask(odd, odd) == 0x0000ffffu && __hneu2_mask(odd, odd) == 0x0000ffffu);
}

__global__ void accumulate() {
  atomicAdd(&total, __floats2half2_rn(1.0f, 2.0f));
  atomicAdd(&pieces[threadIdx.x % 3], __float2half(1.0f));
}
__global__ void verify() {
  EXPECT(__low2float(total) == 96.0f && __high2float(total) == 192.0f);
  EXPECT(number(pieces[0]) == 32.0f && number(pieces[2]) == 32.0f && number(pieces[3]) == 0.0f);
}

int main() {
  arithmetic<<<1, 1>>>();
  accumulate<<<1, 96>>>();
  verify<<<1, 1>>>();
  return report("half");
}
