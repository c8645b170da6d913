// SIMD-in-a-word functions on words whose results are plain to see.
#include "../../templates/hip/simd.h"
#include "check.h"

__device__ unsigned word(unsigned value) {  // keeps the compiler from folding the whole test
  return value + threadIdx.x;
}

__global__ void halves() {
  const unsigned a = word(0x7fff8000u), b = word(0x00010001u);
  EXPECT(__vadd2(a, b) == 0x80008001u && __vsub2(b, a) == 0x80028001u);
  EXPECT(__vaddss2(a, b) == 0x7fff8001u && __vsubss2(a, b) == 0x7ffe8000u);
  EXPECT(__vaddus2(0xffff0001u, b) == 0xffff0002u && __vsubus2(b, 0x00020000u) == 0x00000001u);
  EXPECT(__vavgs2(0xfffd0003u, 0x00000004u) == 0xfffe0004u && __vavgu2(0xffff0003u, 0xffff0004u) == 0xffff0004u);
  EXPECT(__vhaddu2(0xffff0003u, 0xffff0004u) == 0xffff0003u);
  EXPECT(__vabsdiffs2(a, b) == 0x7ffe8001u && __vabsdiffu2(b, a) == 0x7ffe7fffu);
  EXPECT(__vmaxs2(a, b) == 0x7fff0001u && __vmaxu2(a, b) == 0x7fff8000u);
  EXPECT(__vmins2(a, b) == 0x00018000u && __vminu2(a, b) == 0x00010001u);
  EXPECT(__vcmpgts2(a, b) == 0xffff0000u && __vcmpgtu2(a, b) == 0xffffffffu && __vsetlts2(a, b) == 1u);
  EXPECT(__vcmpeq2(a, 0x7fff0000u) == 0xffff0000u && __vsetne2(a, 0x7fff0000u) == 1u);
  EXPECT(__vneg2(a) == 0x80018000u && __vnegss2(a) == 0x80017fffu);
  EXPECT(__vabs2(a) == 0x7fff8000u && __vabsss2(a) == 0x7fff7fffu);
  EXPECT(__vsads2(0xffff0001u, 0x00010003u) == 4u && __vsadu2(0xffff0001u, 0u) == 65536u);
}

__global__ void bytes() {
  const unsigned a = word(0x7f80ff01u), b = word(0x01010101u);
  EXPECT(__vadd4(a, b) == 0x80810002u && __vsub4(a, b) == 0x7e7ffe00u);
  EXPECT(__vaddss4(a, b) == 0x7f810002u && __vaddus4(a, b) == 0x8081ff02u);
  EXPECT(__vsubus4(b, a) == 0u && __vsubss4(a, b) == 0x7e80fe00u);
  EXPECT(__vavgu4(a, b) == 0x40418001u && __vhaddu4(a, b) == 0x40408001u);
  EXPECT(__vmaxs4(a, b) == 0x7f010101u && __vminu4(a, b) == 0x01010101u);
  EXPECT(__vcmples4(a, b) == 0x00ffffffu && __vsetgeu4(a, b) == 0x01010101u);
  EXPECT(__vabsdiffu4(a, b) == 0x7e7ffe00u && __vsadu4(a, b) == 0x7eu + 0x7fu + 0xfeu);
  EXPECT(__vabs4(a) == 0x7f800101u && __vneg4(a) == 0x818001ffu);
}

__global__ void products() {
  EXPECT(__dp4a(static_cast<int>(word(0xff020304u)), 0x01020304, 10) == 10 - 1 + 4 + 9 + 16);
  EXPECT(__dp4a(word(0xff020304u), 0x01020304u, 10u) == 10u + 255 + 4 + 9 + 16);
  EXPECT(__dp4a(make_char4(1, -2, 3, -4), make_char4(5, 6, 7, 8), 1) == 1 + 5 - 12 + 21 - 32);
  EXPECT(__dp2a_lo(static_cast<int>(word(0xffff0003u)), 0x7f80ff02, 5) == 5 + 3 * 2 + 1);
  EXPECT(__dp2a_hi(static_cast<int>(word(0xffff0003u)), 0x7f80ff02, 5) == 5 + 3 * -128 - 127);
  EXPECT(__dp2a_lo(word(0xffff0003u), 0x7f80ff02u, 5u) == 5u + 3 * 2 + 65535u * 255);
  EXPECT(__dp2a_hi(make_ushort2(3, 4), make_uchar4(9, 9, 5, 6), 1u) == 1u + 15 + 24);
}

int main() {
  halves<<<1, 1>>>();
  bytes<<<1, 1>>>();
  products<<<1, 1>>>();
  return report("simd");
}
