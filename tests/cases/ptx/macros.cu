// Templates, operand lists and the keyword itself that come from macros; texts that hold nothing but a comment.
#define STR_(x) #x
#define STR(x) STR_(x)
#define TYPE u32
#define PTR "l"
#define P(p) "l"(p)
#define BOTH(a, b) "r"(a), "r"(b)
#define ASM asm volatile
#define PTX(...) asm(__VA_ARGS__)
#define NL "\n\t"
#define KEEP(x) asm volatile("// nothing" : "+r"(x))
#define OP(name) asm(#name ".u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b))
#define OTHER(x) asm volatile("cpuid" : "+r"(x))

__device__ unsigned all(unsigned a, unsigned b, unsigned *p, float *q) {
    unsigned d;
    asm("add." STR(TYPE) " %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    asm("mad.lo." STR(u32) " %0, %1, 3, %2;" NL : "=r"(d) : BOTH(d, b + 1));
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(a) : P(p + 1));
    asm volatile("st.global.f32 [%0], %1;" ::PTR(q), "f"(1.0f));
    ASM("bfind.u32 %0, %1;" : "=r"(b) : "r"(a));
    PTX("{ brev.b32 %0, {%1}; }" : "=r"(a) : "r"(d));
    asm volatile("// a comment" ::: "memory");
    asm volatile("/* %0 */" : "+r"(a));
    asm volatile("\n\t");
    KEEP(b);
    OP(min);
#if TRIES
    asm("add." STR(UNKNOWN) " %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b)); // want [ptx] 'add.UNKNOWN' is not translated
#endif
    asm("add.u32 %0, %1, "
#ifdef SEVEN
        "7;"
#else
        "8;"
#endif
        : "=r"(a) : "r"(a));
    return a + b + d;
}

void host(unsigned &a) {
    OTHER(a);
    asm volatile("# a comment" ::: "memory");
}
