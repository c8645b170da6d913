// Half precision and bfloat16 as bits, packed and alone; doubles; saturation; lanes of a word.
__device__ unsigned half2s(unsigned a, unsigned b, unsigned c, float x, float y) {
    unsigned d, e, f;
    asm("sub.f16x2 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    asm("{fma.rn.f16x2 %0, %1, %2, %3;\n}" : "=r"(e) : "r"(a), "r"(b), "r"(c));
    asm("fma.rn.relu.bf16x2 %0, %1, %2, %3;" : "=r"(f) : "r"(d), "r"(e), "r"(c));
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(a) : "f"(x), "f"(y));
    asm("cvt.rn.relu.f16x2.f32 %0, %1, %2;" : "=r"(b) : "f"(x), "f"(y));
    asm("set.le.u32.f16x2 %0, %1, %2;" : "=r"(c) : "r"(a), "r"(b));
    asm("{ .reg .f16x2 s; max.f16x2 s, %1, %2; ex2.approx.f16x2 %0, s; }" : "=r"(d) : "r"(d), "r"(e));
    return a + b + c + d + f;
}

__device__ unsigned short halves(unsigned short h, float &x) {
    asm("{ .reg .f16 t; cvt.rn.f16.f32 t, %1; add.f16 %0, %0, t; }" : "+h"(h) : "f"(x));
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(h));
    return h;
}

__device__ double doubles(double a, double b) {
    asm("rcp.approx.ftz.f64 %0, %0;" : "+d"(a));
    asm("fma.rz.f64 %0, %1, %0, %1;" : "+d"(a) : "d"(b));
    return a;
}

__device__ int lanes(int a, int b, unsigned *q) {
    int d;
    asm("add.sat.s32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    asm("vset4.u32.u32.ne %0, %1, %2, %3;" : "=r"(a) : "r"(a), "r"(b), "r"(0));
    asm("vadd2.u32.u32.u32.sat %0, %1, %2, %3;" : "=r"(b) : "r"(a), "r"(b), "r"(d));
    asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(q), "r"(d) : "memory");
    asm volatile("red.global.add.v2.f32 [%0], {%1, %2};" ::"l"(q), "f"(1.0f), "f"(2.0f) : "memory");
    asm("mov.b32 {%0, _, _, _}, %1;" : "=h"(*(short *)q) : "r"(d));
    asm("mov.b64 {%0, _}, %1;" : "=r"(d) : "l"(q));
    return a + b + d;
}

__device__ unsigned parts(unsigned a, unsigned b, unsigned c) {
    unsigned sum, merged;
    asm("vadd.s32.s32.s32 %0, %1.h1, %2.b0;" : "=r"(sum) : "r"(a), "r"(b));
    asm("vadd.u32.s32.s32.sat %0.b2, %1, %2, %3;" : "=r"(merged) : "r"(a), "r"(b), "r"(c));
    asm("vmad.u32.u32.u32 %0, %1.b0, %2.b3, %3;" : "=r"(c) : "r"(a), "r"(b), "r"(merged));
    int left;
    asm("vmad.s32.u32.u32 %0, -%1.h0, %2.h0, %3;" : "=r"(left) : "r"(a), "r"(b), "r"(c));
    asm("vmad.s32.s32.s32 %0, -%1, -%2.b1, -%3;" : "+r"(left) : "r"(a), "r"(b), "r"(c));
    return sum + c + left;
}
