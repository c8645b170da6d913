// Half precision and bfloat16: arithmetic, extrema, and conversions in all roundings.
#include "numbers.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ inline float less(float x) { return ldexpf(x, -14); }

__device__ inline __half to_half(float x) { return __float2half(less(x)); }
__device__ float half_add(float a, float b) { return __half2float(__hadd(to_half(a), to_half(b))); }
TWO(half_add, float, float, float)
__device__ float half_sub(float a, float b) { return __half2float(__hsub(to_half(a), to_half(b))); }
TWO(half_sub, float, float, float)
__device__ float half_mul(float a, float b) { return __half2float(__hmul(to_half(a), to_half(b))); }
TWO(half_mul, float, float, float)
__device__ float half_max(float a, float b) { return __half2float(__hmax(to_half(a), to_half(b))); }
TWO(half_max, float, float, float)
__device__ float half_min(float a, float b) { return __half2float(__hmin(to_half(a), to_half(b))); }
TWO(half_min, float, float, float)
__device__ float half_fma(float a, float b, float c) { return __half2float(__hfma(to_half(a), to_half(b), to_half(c))); }
THREE(half_fma, float, float, float, float)
__device__ float half_from_rn(float a) { return __half2float(__float2half_rn(less(a))); }
ONE(half_from_rn, float, float)
__device__ int half_to_rn(float a) { return __half2int_rn(to_half(a)); }
ONE(half_to_rn, int, float)
__device__ float half_of_rn(short a) { return __half2float(__short2half_rn(a)); }
ONE(half_of_rn, float, short)
__device__ float half_from_rd(float a) { return __half2float(__float2half_rd(less(a))); }
ONE(half_from_rd, float, float)
__device__ int half_to_rd(float a) { return __half2int_rd(to_half(a)); }
ONE(half_to_rd, int, float)
__device__ float half_of_rd(short a) { return __half2float(__short2half_rd(a)); }
ONE(half_of_rd, float, short)
__device__ float half_from_ru(float a) { return __half2float(__float2half_ru(less(a))); }
ONE(half_from_ru, float, float)
__device__ int half_to_ru(float a) { return __half2int_ru(to_half(a)); }
ONE(half_to_ru, int, float)
__device__ float half_of_ru(short a) { return __half2float(__short2half_ru(a)); }
ONE(half_of_ru, float, short)
__device__ float half_from_rz(float a) { return __half2float(__float2half_rz(less(a))); }
ONE(half_from_rz, float, float)
__device__ int half_to_rz(float a) { return __half2int_rz(to_half(a)); }
ONE(half_to_rz, int, float)
__device__ float half_of_rz(short a) { return __half2float(__short2half_rz(a)); }
ONE(half_of_rz, float, short)
__device__ inline __nv_bfloat16 to_brain(float x) { return __float2bfloat16(less(x)); }
__device__ float brain_add(float a, float b) { return __bfloat162float(__hadd(to_brain(a), to_brain(b))); }
TWO(brain_add, float, float, float)
__device__ float brain_sub(float a, float b) { return __bfloat162float(__hsub(to_brain(a), to_brain(b))); }
TWO(brain_sub, float, float, float)
__device__ float brain_mul(float a, float b) { return __bfloat162float(__hmul(to_brain(a), to_brain(b))); }
TWO(brain_mul, float, float, float)
__device__ float brain_max(float a, float b) { return __bfloat162float(__hmax(to_brain(a), to_brain(b))); }
TWO(brain_max, float, float, float)
__device__ float brain_min(float a, float b) { return __bfloat162float(__hmin(to_brain(a), to_brain(b))); }
TWO(brain_min, float, float, float)
__device__ float brain_fma(float a, float b, float c) { return __bfloat162float(__hfma(to_brain(a), to_brain(b), to_brain(c))); }
THREE(brain_fma, float, float, float, float)
__device__ int brain_to_rn(float a) { return __bfloat162int_rn(to_brain(a)); }
ONE(brain_to_rn, int, float)
__device__ int brain_to_rz(float a) { return __bfloat162int_rz(to_brain(a)); }
ONE(brain_to_rz, int, float)

int main() {
  SHOW(half_add); SHOW(half_sub); SHOW(half_mul); SHOW(half_max); SHOW(half_min); SHOW(half_fma);
  SHOW(half_from_rn); SHOW(half_to_rn); SHOW(half_of_rn); SHOW(half_from_rd); SHOW(half_to_rd); SHOW(half_of_rd);
  SHOW(half_from_ru); SHOW(half_to_ru); SHOW(half_of_ru); SHOW(half_from_rz); SHOW(half_to_rz); SHOW(half_of_rz);
  SHOW(brain_add); SHOW(brain_sub); SHOW(brain_mul); SHOW(brain_max); SHOW(brain_min); SHOW(brain_fma);
  SHOW(brain_to_rn); SHOW(brain_to_rz);
}
