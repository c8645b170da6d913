// CUDA's DPX functions on words whose results are plain to see.
#include "../../templates/hip/dpx.h"
#include "check.h"

__device__ unsigned word(unsigned value) {  // keeps the compiler from folding the whole test
  return value + threadIdx.x;
}

__global__ void words() {
  const int a = word(5u), b = word(-7u), c = word(3u), most = word(0x7fffffffu);
  EXPECT(__vimax_s32_relu(b, -1) == 0 && __vimax_s32_relu(a, b) == 5 && __vimin_s32_relu(a, b) == 0);
  EXPECT(__vimax3_s32(b, a, c) == 5 && __vimin3_s32(a, b, c) == -7 && __vimax3_u32(a, b, c) == 0xfffffff9u);
  EXPECT(__vimin3_u32(a, b, c) == 3u && __vimax3_s32_relu(b, b, -1) == 0 && __vimin3_s32_relu(a, 4, c) == 3);
  EXPECT(__viaddmax_s32(a, b, c) == 3 && __viaddmin_s32(a, b, c) == -2 && __viaddmax_u32(a, b, c) == 0xfffffffeu);
  EXPECT(__viaddmin_u32(a, 1u, c) == 3u && __viaddmax_s32_relu(a, b, -1) == 0 && __viaddmin_s32_relu(a, b, c) == 0);
  EXPECT(__viaddmax_s32(most, 1, c) == 3 && __viaddmin_s32(most, 1, c) == static_cast<int>(0x80000000u));
  bool first = false;
  EXPECT(__vibmax_s32(a, b, &first) == 5 && first && __vibmin_s32(a, b, &first) == -7 && !first);
  EXPECT(__vibmax_u32(a, b, &first) == 0xfffffff9u && !first && __vibmin_u32(a, a, &first) == 5u && first);
}

__global__ void halves() {
  const unsigned a = word(0x7fff8000u), b = word(0x00010001u), c = word(0xfffe0002u);
  EXPECT(__vimax_s16x2_relu(a, c) == 0x7fff0002u && __vimin_s16x2_relu(a, b) == 0x00010000u);
  EXPECT(__vimax3_s16x2(a, b, c) == 0x7fff0002u && __vimin3_s16x2(a, b, c) == 0xfffe8000u);
  EXPECT(__vimax3_u16x2(a, b, c) == 0xfffe8000u && __vimin3_u16x2(a, b, c) == 0x00010001u);
  EXPECT(__vimax3_s16x2_relu(c, c, a) == 0x7fff0002u && __vimin3_s16x2_relu(a, b, c) == 0u);
  EXPECT(__viaddmax_s16x2(a, b, c) == 0xfffe0002u && __viaddmin_s16x2(a, b, c) == 0x80008001u);
  EXPECT(__viaddmax_u16x2(a, b, c) == 0xfffe8001u && __viaddmin_u16x2(a, b, c) == 0x80000002u);
  EXPECT(__viaddmax_s16x2_relu(a, b, c) == 0x00000002u && __viaddmin_s16x2_relu(b, b, 0x00050001u) == 0x00020001u);
  bool upper = false, lower = true;
  EXPECT(__vibmax_s16x2(a, b, &upper, &lower) == 0x7fff0001u && upper && !lower);
  EXPECT(__vibmin_s16x2(a, b, &upper, &lower) == 0x00018000u && !upper && lower);
  EXPECT(__vibmax_u16x2(b, a, &upper, &lower) == 0x7fff8000u && !upper && !lower);
  EXPECT(__vibmin_u16x2(b, b, &upper, &lower) == 0x00010001u && upper && lower);
}

int main() {
  words<<<1, 1>>>();
  halves<<<1, 1>>>();
  return report("dpx");
}
