// The bits of halves: HIP's __half_raw begins with the number, CUDA's with its bits.
#include <cuda_fp16.h>

__device__ __half infinity() {
  constexpr __half_raw bits = {0x7C00};
  return bits;
}
__device__ __half2 both(unsigned short low) {
  const __half2_raw pair{low, 0x3C00,};
  __half2_raw one = {0x3C00};
  return __hadd2(__half2(pair), __half2(one));
}
__device__ __half_raw minus() { return {0xBC00}; }
__constant__ __half_raw table[2][2] = {{0x3C00, 0x4000}, {{0x4200}, {}}};
struct Limits { __half_raw low; int n; };
__device__ Limits limits = {0xFC00, 3};
__device__ __half_raw named = {.x = 0x3C00}, copied = {named};
__device__ __half2_raw named_pair = {.x = 0x3C00, .y = 0};  // want [half-raw] list the bits in order
float number(unsigned short bits) { return __internal_half2float(bits); }  // of CUDA's header
