// What would be evaluated twice, or between the instructions of a statement, gets a variable.
#define TWICE(d, x) asm("mul.lo.u32 %0, %1, %1;" : "=r"(d) : "r"(x))
__device__ unsigned next(unsigned *p);

__device__ void all(unsigned *p, unsigned i, unsigned *d) {
    asm("mul.lo.u32 %0, %2, %3; mul.hi.u32 %1, %2, %3;" : "=r"(d[0]), "=r"(d[1]) : "r"(p[i++]), "r"(*p));
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(d[2]) : "r"(next(p)), "r"(p[0]), "r"(p[1]));
    asm("add.u32 %0, %0, %1;" : "+r"(d[i++]) : "r"(7));
    asm("add.u32 %0, %1, %2;" : "=r"(d[i++]) : "r"(next(p)), "r"(uint32_t(i)));
    TWICE(d[3], next(p));
}
