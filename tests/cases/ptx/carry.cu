// A carry that passes from one statement to the next, through macros, loops and functions, does so in the thread's flag.
#define ADD_CC(d, a, b) asm volatile("add.cc.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b) : "memory")
#define ADDC_CC(d, a, b) asm volatile("addc.cc.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b) : "memory")
#define ADDC(d, a, b) asm volatile("addc.u64 %0, %1, %2;" : "=l"(d) : "l"(a), "l"(b))

__device__ unsigned sub_cc(unsigned a, unsigned b) {
    unsigned d;
    asm volatile("sub.cc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    return d;
}

__device__ void sums(unsigned long long *r, const unsigned *a, const unsigned *b, unsigned *d) {
    ADD_CC(r[0], r[0], r[1]);
    for (int i = 1; i < 3; ++i) ADDC_CC(r[i], r[i], r[i + 1]);
    ADDC(r[3], r[3], 0ull);
    d[0] = sub_cc(a[0], b[0]);
    asm("subc.u32 %0, %1, %2;" : "=r"(d[1]) : "r"(a[1]), "r"(b[1]));
    asm("mad.lo.cc.u32 %0, %2, %3, %0; madc.hi.cc.u32 %1, %2, %3, %1;" : "+r"(d[0]), "+r"(d[1]) : "r"(a[0]), "r"(b[0]));
    asm("madc.hi.s32 %0, %1, %2, 0;" : "=r"(d[2]) : "r"(a[1]), "r"(b[1]));
    asm("add.cc.u32 %0, %1, %2; addc.u32 %0, 0, 0;" : "=r"(d[3]) : "r"(a[2]), "r"(b[2]));
}

__device__ void named_as_operands(unsigned b0, unsigned b1, unsigned b2, unsigned p0, unsigned p1, unsigned *p2) {
    asm("add.cc.u32 %0, %1, %2;" : "=r"(p2[0]) : "r"(b1), "r"(b2));
    asm("addc.u32 %0, %1, %2;" : "=r"(p2[1]) : "r"(p0 + 1), "r"(p1 + b0));
}
