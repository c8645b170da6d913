// One instruction: an assignment, its operands left in place.
__device__ unsigned lane() {
    unsigned id;
    asm("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

__device__ int highest(unsigned word) {
    int n;
    asm volatile("bfind.u32 %0, %1;" : "=r"(n) : "r"(word));
    return n;
}

__device__ unsigned some(unsigned a, unsigned b, float x, float *y) {
    unsigned sum, d = threadIdx.x;
    asm("vabsdiff4.u32.u32.u32.add"
        " %0, %1, %2, %3;"
        : "=r"(sum)
        : "r"(a), "r"(b + 1), "r"(d));
    asm("add.u32 %0, %1, %2;" : "=r"(sum) : "r"(sum + 1), "r"(d));
    asm("fma.rn.f32 %0, %1, %2, 0f3F800000;" : "=f"(*y) : "f"(x), "f"(x));
    asm("shl.b32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(d) : "r"(a), "r"(b), "r"(d));
    if (a)
        asm("prmt.b32 %0, %1, %2, 0x5410;" : "=r"(d) : "r"(a), "r"(b));
    else
        asm("mul.hi.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    return sum + d;
}
