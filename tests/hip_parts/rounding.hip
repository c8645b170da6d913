// Directed roundings: bounds hold, are at most one unit apart, and meet where the result is exact.
#include "../../templates/hip/rounding.h"
#include "check.h"

__device__ double random(unsigned& state) {  // numbers of either sign over many magnitudes
  state = state * 1664525u + 1013904223u;
  const double mantissa = (state >> 8) * (1.0 / 16777216.0) + 0.5;
  state = state * 1664525u + 1013904223u;
  return ldexp(state & 1024u ? -mantissa : mantissa, static_cast<int>(state >> 27) - 16);
}

__device__ void bracket(double down, double up, double zero, double nearest, int line) {
  expect(down <= nearest && nearest <= up && zero == (nearest < 0 ? up : down), line);
  expect(up == down || nextafter(down, up) == up, line);
}
__device__ void bracket(float down, float up, float zero, double exact, int line) {
  expect(down <= exact && exact <= up && zero == (exact < 0 ? up : down), line);
  expect(up == down ? up == exact : nextafterf(down, up) == up, line);
}

__global__ void brackets() {
  unsigned state = threadIdx.x * 7919u + 1u;
  for (int i = 0; i < 40; ++i) {
    const double a = random(state), b = random(state), c = random(state);
    const float x = a, y = b, z = c;
    bracket(__fadd_rd(x, y), __fadd_ru(x, y), __fadd_rz(x, y), static_cast<double>(x) + y, __LINE__);
    bracket(__fsub_rd(x, y), __fsub_ru(x, y), __fsub_rz(x, y), static_cast<double>(x) - y, __LINE__);
    bracket(__fmul_rd(x, y), __fmul_ru(x, y), __fmul_rz(x, y), static_cast<double>(x) * y, __LINE__);
    bracket(__fdiv_rd(x, y), __fdiv_ru(x, y), __fdiv_rz(x, y), static_cast<double>(x) / y, __LINE__);
    bracket(__frcp_rd(x), __frcp_ru(x), __frcp_rz(x), 1.0 / x, __LINE__);
    bracket(__fsqrt_rd(x * x + 1), __fsqrt_ru(x * x + 1), __fsqrt_rz(x * x + 1),
            sqrt(static_cast<double>(x * x + 1)), __LINE__);
    bracket(__fmaf_rd(x, y, z), __fmaf_ru(x, y, z), __fmaf_rz(x, y, z), fma(static_cast<double>(x), y, z), __LINE__);
    bracket(__dadd_rd(a, b), __dadd_ru(a, b), __dadd_rz(a, b), a + b, __LINE__);
    bracket(__dsub_rd(a, b), __dsub_ru(a, b), __dsub_rz(a, b), a - b, __LINE__);
    bracket(__dmul_rd(a, b), __dmul_ru(a, b), __dmul_rz(a, b), a * b, __LINE__);
    bracket(__ddiv_rd(a, b), __ddiv_ru(a, b), __ddiv_rz(a, b), a / b, __LINE__);
    bracket(__drcp_rd(a), __drcp_ru(a), __drcp_rz(a), 1 / a, __LINE__);
    bracket(__dsqrt_rd(a * a), __dsqrt_ru(a * a), __dsqrt_rz(a * a), fabs(a), __LINE__);
    bracket(__fma_rd(a, b, c), __fma_ru(a, b, c), __fma_rz(a, b, c), fma(a, b, c), __LINE__);
  }
}

__global__ void known() {
  const double tiny = ldexp(1.0, -60);
  const double one = 1.0 + threadIdx.x;
  EXPECT(__dadd_ru(one, tiny) == 1.0 + ldexp(1.0, -52) && __dadd_rd(one, tiny) == 1.0);
  EXPECT(__dadd_rd(one, -tiny) == 1.0 - ldexp(1.0, -53) && __dadd_rz(one, -tiny) < 1.0);
  EXPECT(__fma_ru(one, one, tiny) > 1.0 && __fma_rz(-one, one, tiny) > -1.0 && __fma_rz(one, one, tiny) == 1.0);
  EXPECT(__fdiv_ru(1.0f, 3.0f) > __fdiv_rd(1.0f, 3.0f) && __fdiv_ru(1.0f, 4.0f) == __fdiv_rd(1.0f, 4.0f));
  EXPECT(__fadd_rz(INFINITY, 1.0f) == INFINITY && isnan(__fmul_ru(NAN, 1.0f)));
}

int main() {
  brackets<<<1, 64>>>();
  known<<<1, 1>>>();
  return report("rounding");
}
