// Arithmetic with a rounding of its own, conversions, integers, words of lanes, and functions beyond the C library.
#include "numbers.h"

TWO(__fadd_rn, float, float, float)
TWO(__fmul_rn, float, float, float)
TWO(__fdiv_rn, float, float, float)
ONE(__frcp_rn, float, float)
THREE(__fmaf_rn, float, float, float, float)
TWO(__fadd_rd, float, float, float)
TWO(__fmul_rd, float, float, float)
TWO(__fdiv_rd, float, float, float)
ONE(__frcp_rd, float, float)
THREE(__fmaf_rd, float, float, float, float)
TWO(__fadd_ru, float, float, float)
TWO(__fmul_ru, float, float, float)
TWO(__fdiv_ru, float, float, float)
ONE(__frcp_ru, float, float)
THREE(__fmaf_ru, float, float, float, float)
TWO(__fadd_rz, float, float, float)
TWO(__fmul_rz, float, float, float)
TWO(__fdiv_rz, float, float, float)
ONE(__frcp_rz, float, float)
THREE(__fmaf_rz, float, float, float, float)
TWO(__dsub_rd, double, double, double)
TWO(__ddiv_rd, double, double, double)
THREE(__fma_rd, double, double, double, double)
TWO(__dsub_ru, double, double, double)
TWO(__ddiv_ru, double, double, double)
THREE(__fma_ru, double, double, double, double)
TWO(__dsub_rz, double, double, double)
TWO(__ddiv_rz, double, double, double)
THREE(__fma_rz, double, double, double, double)
ONE(__float2int_rn, int, float)
ONE(__double2ll_rn, long long, double)
ONE(__double2uint_rn, unsigned, double)
ONE(__double2float_rn, float, double)
ONE(__int2float_rn, float, int)
ONE(__ull2float_rn, float, unsigned long long)
ONE(__ll2double_rn, double, long long)
ONE(__float2int_rd, int, float)
ONE(__double2ll_rd, long long, double)
ONE(__double2uint_rd, unsigned, double)
ONE(__float2int_ru, int, float)
ONE(__double2ll_ru, long long, double)
ONE(__double2uint_ru, unsigned, double)
ONE(__float2int_rz, int, float)
ONE(__double2ll_rz, long long, double)
ONE(__double2uint_rz, unsigned, double)

// Named apart: a macro that pastes these names would paste a translation with `::` in it.
static __device__ float double2float_rd(double x) { return __double2float_rd(x); }
ONE(double2float_rd, float, double)
static __device__ float int2float_rd(int x) { return __int2float_rd(x); }
ONE(int2float_rd, float, int)
static __device__ float ull2float_rd(unsigned long long x) { return __ull2float_rd(x); }
ONE(ull2float_rd, float, unsigned long long)
static __device__ double ll2double_rd(long long x) { return __ll2double_rd(x); }
ONE(ll2double_rd, double, long long)
static __device__ float double2float_ru(double x) { return __double2float_ru(x); }
ONE(double2float_ru, float, double)
static __device__ float int2float_ru(int x) { return __int2float_ru(x); }
ONE(int2float_ru, float, int)
static __device__ float ull2float_ru(unsigned long long x) { return __ull2float_ru(x); }
ONE(ull2float_ru, float, unsigned long long)
static __device__ double ll2double_ru(long long x) { return __ll2double_ru(x); }
ONE(ll2double_ru, double, long long)
static __device__ float double2float_rz(double x) { return __double2float_rz(x); }
ONE(double2float_rz, float, double)
static __device__ float int2float_rz(int x) { return __int2float_rz(x); }
ONE(int2float_rz, float, int)
static __device__ float ull2float_rz(unsigned long long x) { return __ull2float_rz(x); }
ONE(ull2float_rz, float, unsigned long long)
static __device__ double ll2double_rz(long long x) { return __ll2double_rz(x); }
ONE(ll2double_rz, double, long long)
static __device__ unsigned product_of_24_bits(unsigned x, unsigned y) { return __umul24(x, y); }
static __device__ unsigned absolute_sum(int x, int y, unsigned z) { return __sad(x, y, z); }
static __device__ int count_of_bits(unsigned x) { return __popc(x); }
static __device__ int first_bit(int x) { return __ffs(x); }
static __device__ int average(int x, int y) { return __hadd(x, y); }
static __device__ int average_up(int x, int y) { return __rhadd(x, y); }
static __device__ unsigned average_unsigned(unsigned x, unsigned y) { return __uhadd(x, y); }
static __device__ unsigned average_unsigned_up(unsigned x, unsigned y) { return __urhadd(x, y); }
ONE(count_of_bits, unsigned, unsigned)
ONE(__brev, unsigned, unsigned)
ONE(__clz, int, int)
ONE(first_bit, int, int)
ONE(__clzll, int, long long)
THREE(__byte_perm, unsigned, unsigned, unsigned, unsigned)
THREE(__funnelshift_l, unsigned, unsigned, unsigned, unsigned)
THREE(__funnelshift_lc, unsigned, unsigned, unsigned, unsigned)
THREE(__funnelshift_r, unsigned, unsigned, unsigned, unsigned)
THREE(__funnelshift_rc, unsigned, unsigned, unsigned, unsigned)
TWO(__mulhi, int, int, int)
TWO(__umulhi, unsigned, unsigned, unsigned)
TWO(__mul24, int, int, int)
TWO(product_of_24_bits, unsigned, unsigned, unsigned)
TWO(__mul64hi, long long, long long, long long)
TWO(__umul64hi, unsigned long long, unsigned long long, unsigned long long)
TWO(average, int, int, int)
TWO(average_up, int, int, int)
TWO(average_unsigned, unsigned, unsigned, unsigned)
TWO(average_unsigned_up, unsigned, unsigned, unsigned)
THREE(absolute_sum, unsigned, int, int, unsigned)
THREE(__usad, unsigned, unsigned, unsigned, unsigned)
TWO(__vadd4, unsigned, unsigned, unsigned)
TWO(__vsub2, unsigned, unsigned, unsigned)
TWO(__vaddss2, unsigned, unsigned, unsigned)
TWO(__vaddus4, unsigned, unsigned, unsigned)
TWO(__vsubss4, unsigned, unsigned, unsigned)
TWO(__vavgs2, unsigned, unsigned, unsigned)
TWO(__vavgu4, unsigned, unsigned, unsigned)
TWO(__vhaddu4, unsigned, unsigned, unsigned)
TWO(__vabsdiffs2, unsigned, unsigned, unsigned)
TWO(__vmaxs4, unsigned, unsigned, unsigned)
TWO(__vminu2, unsigned, unsigned, unsigned)
TWO(__vcmpgts2, unsigned, unsigned, unsigned)
TWO(__vsetleu4, unsigned, unsigned, unsigned)
TWO(__vsadu4, unsigned, unsigned, unsigned)
ONE(__vabsss4, unsigned, unsigned)
ONE(__vneg2, unsigned, unsigned)
THREE(__dp4a, int, int, int, int)

ONE(rsqrt, double, double)
ONE(rcbrt, double, double)
ONE(sinpi, double, double)
ONE(cospi, double, double)
ONE(erfcx, double, double)
ONE(normcdf, double, double)
ONE(normcdfinv, double, double)
ONE(erfinv, double, double)
ONE(erfcinv, double, double)
ONE(cyl_bessel_i0, double, double)
TWO(rhypot, double, double, double)
THREE(norm3d, double, double, double, double)
static __device__ float limited(float x) { return __saturatef(x); }
ONE(limited, float, float)

int main() {
  SHOW(__fadd_rn); SHOW(__fmul_rn); SHOW(__fdiv_rn); SHOW(__frcp_rn); SHOW(__fmaf_rn); SHOW(__fadd_rd);
  SHOW(__fmul_rd); SHOW(__fdiv_rd); SHOW(__frcp_rd); SHOW(__fmaf_rd); SHOW(__fadd_ru); SHOW(__fmul_ru);
  SHOW(__fdiv_ru); SHOW(__frcp_ru); SHOW(__fmaf_ru); SHOW(__fadd_rz); SHOW(__fmul_rz); SHOW(__fdiv_rz);
  SHOW(__frcp_rz); SHOW(__fmaf_rz); SHOW(__dsub_rd); SHOW(__ddiv_rd); SHOW(__fma_rd); SHOW(__dsub_ru);
  SHOW(__ddiv_ru); SHOW(__fma_ru); SHOW(__dsub_rz); SHOW(__ddiv_rz); SHOW(__fma_rz); SHOW(__float2int_rn);
  SHOW(__double2ll_rn); SHOW(__double2uint_rn); SHOW(__double2float_rn); SHOW(__int2float_rn);
  SHOW(__ull2float_rn); SHOW(__ll2double_rn); SHOW(__float2int_rd); SHOW(__double2ll_rd); SHOW(__double2uint_rd);
  SHOW(double2float_rd); SHOW(int2float_rd); SHOW(ull2float_rd); SHOW(ll2double_rd); SHOW(__float2int_ru);
  SHOW(__double2ll_ru); SHOW(__double2uint_ru); SHOW(double2float_ru); SHOW(int2float_ru);
  SHOW(ull2float_ru); SHOW(ll2double_ru); SHOW(__float2int_rz); SHOW(__double2ll_rz); SHOW(__double2uint_rz);
  SHOW(double2float_rz); SHOW(int2float_rz); SHOW(ull2float_rz); SHOW(ll2double_rz); SHOW(count_of_bits);
  SHOW(__brev); SHOW(__clz); SHOW(first_bit); SHOW(__clzll); SHOW(__byte_perm); SHOW(__funnelshift_l);
  SHOW(__funnelshift_lc); SHOW(__funnelshift_r); SHOW(__funnelshift_rc); SHOW(__mulhi); SHOW(__umulhi);
  SHOW(__mul24); SHOW(product_of_24_bits); SHOW(__mul64hi); SHOW(__umul64hi); SHOW(average); SHOW(average_up); SHOW(average_unsigned);
  SHOW(average_unsigned_up); SHOW(absolute_sum); SHOW(__usad); SHOW(__vadd4); SHOW(__vsub2); SHOW(__vaddss2); SHOW(__vaddus4);
  SHOW(__vsubss4); SHOW(__vavgs2); SHOW(__vavgu4); SHOW(__vhaddu4); SHOW(__vabsdiffs2); SHOW(__vmaxs4);
  SHOW(__vminu2); SHOW(__vcmpgts2); SHOW(__vsetleu4); SHOW(__vsadu4); SHOW(__vabsss4); SHOW(__vneg2); SHOW(__dp4a);
  SHOW(rsqrt); SHOW(rcbrt); SHOW(sinpi); SHOW(cospi); SHOW(erfcx); SHOW(normcdf); SHOW(normcdfinv); SHOW(erfinv);
  SHOW(erfcinv); SHOW(cyl_bessel_i0); SHOW(rhypot); SHOW(norm3d); SHOW(limited);
}
