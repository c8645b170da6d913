// What nothing stands for: an error with what to do instead. Host code is left alone.
#define STR(x) #x
__device__ unsigned hard(unsigned a, unsigned b, float *c, void *shared) {
    unsigned d = 0;
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0}, {%1}, {%2}, {%0};" : "+r"(d) : "r"(a), "r"(b)); // want [ptx] rocWMMA
    asm volatile("cp.async.ca.shared.global [%0], [%1], 16;" ::"r"(a), "l"(c)); // want [ptx] plain load
    asm volatile("bar.sync 1, 64;"); // want [ptx] barrier 0
    asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b));
    asm volatile("addc.u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b)); // want [ptx] another asm statement
    asm volatile("add.u32 %0, " STR(7) ", %1;" : "=r"(d) : "r"(a)); // want [ptx] put together by macros
    asm volatile("{ loop: bra loop; }"); // want [ptx] labels
    asm volatile("mov.u32 %0, %%nsmid;" : "=r"(d)); // want [ptx] multiProcessorCount
    asm volatile("add.u64 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b)); // want [ptx] 32 bits is read as
    asm volatile("frob.u32 %0, %1;" : "=r"(d) : "r"(a)); // want [ptx] not translated
    return d;
}

void host(unsigned &a) {
    asm volatile("cpuid" : "+a"(a)::"ebx", "ecx", "edx");
    asm volatile("" ::: "memory");
}
