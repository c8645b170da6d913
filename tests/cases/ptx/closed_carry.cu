// A carry that no other statement of the file takes is a variable.
__device__ unsigned long long product(unsigned a, unsigned b, unsigned c, unsigned d) {
    unsigned low, high;
    asm("{ .reg.b32 %lo, %hi; mul.lo.u32 %lo, %2, %3; mul.hi.u32 %hi, %2, %3;"
        "  add.cc.u32 %0, %lo, %4; addc.u32 %1, %hi, %5; }"
        : "=r"(low), "=r"(high) : "r"(a), "r"(b), "r"(c), "r"(d));
    return (unsigned long long)high << 32 | low;
}
