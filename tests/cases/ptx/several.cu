// Several instructions: a block whose outputs are assigned last; and statements within macros.
#define SQUARE(x) asm volatile("{ .reg .u32 t; mov.u32 t, %0;\n\t" \
                               "mul.lo.u32 %0, t, t; }" : "+r"(x))
#define FIELD(d, a, at, n) asm("bfe.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(at), "r"(n))

__device__ unsigned long long sum(unsigned a, unsigned b, unsigned &high, unsigned carry) {
    unsigned low;
    asm("add.cc.u32 %0, %2, %3;\n\t"
        "addc.u32 %1, %4, %5;"
        : "=r"(low), "=r"(high)
        : "r"(a), "r"(b), "r"(high), "r"(carry));
    SQUARE(low);
    FIELD(a, b, 3, 8);
    unsigned long long both;
    asm("mov.b64 %0, {%1, %2};" : "=l"(both) : "r"(low), "r"(high));
    return both;
}

__device__ unsigned vote(int value, unsigned mask) {
    unsigned ballot;
    asm volatile("{\n\t"
                 ".reg .pred %%p;\n\t"
                 "setp.ne.s32 %%p, %1, 0;\n\t"
                 "vote.sync.ballot.b32 %0, %%p, %2;\n\t"
                 "}"
                 : "=r"(ballot)
                 : "r"(value), "r"(mask));
    return ballot;
}

__device__ unsigned choose(unsigned a, unsigned b) {
    unsigned either, both;
    asm("{\n\t"
        ".reg .pred p, q, r, s;\n\t"
        "setp.lt.u32 p|q, %2, %3;\n\t"
        "setp.eq.or.u32 r|s, %2, 0, q;\n\t"
        "and.pred r, r, p;\n\t"
        "selp.u32 %0, 1, 2, r;\n\t"
        "selp.u32 %1, 3, 4, s;\n\t"
        "}"
        : "=r"(either), "=r"(both)
        : "r"(a), "r"(b));
    return either + both;
}
