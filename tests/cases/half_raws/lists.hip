// The bits of halves: HIP's __half_raw begins with the number, CUDA's with its bits.
#include <hip/hip_runtime.h>
#include "retarget_hip/half_raw.h"
#include <hip/hip_fp16.h>

__device__ __half infinity() {
  constexpr __half_raw bits = {retarget_hip::half_raw(0x7C00)};
  return bits;
}
__device__ __half2 both(unsigned short low) {
  const __half2_raw pair{retarget_hip::half2_raw(low, 0x3C00),};
  __half2_raw one = {retarget_hip::half2_raw(0x3C00, 0)};
  return __hadd2(__half2(pair), __half2(one));
}
__device__ __half_raw minus() { return {retarget_hip::half_raw(0xBC00)}; }
__constant__ __half_raw table[2][2] = {{retarget_hip::half_raw(0x3C00), retarget_hip::half_raw(0x4000)}, {{retarget_hip::half_raw(0x4200)}, {}}};
struct Limits { __half_raw low; int n; };
__device__ Limits limits = {retarget_hip::half_raw(0xFC00), 3};
__device__ __half_raw named = {.x = 0x3C00}, copied = {named};
__device__ __half2_raw named_pair = {.x = 0x3C00, .y = 0};  // want [half-raw] list the bits in order
float number(unsigned short bits) { return retarget_hip::internal_half2float(bits); }  // of CUDA's header
