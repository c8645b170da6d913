// What nothing stands for: an error with what to do instead. Host code is left alone.
#include <hip/hip_runtime.h>
#define LIST(x) "r"((x) + 1)
__device__ unsigned hard(unsigned a, unsigned b, float *c, void *shared) {
    unsigned d = 0;
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0}, {%1}, {%2}, {%0};" : "+r"(d) : "r"(a), "r"(b)); // want [ptx] rocWMMA
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(d) : "r"(a)); // want [ptx] rocWMMA
    asm volatile("bar.sync 1, 64;"); // want [ptx] some of the block's threads
    asm volatile("add.u32 %0, %1, 1;" : "=r"(d) : LIST(a)); // want [ptx] does more than to name them
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %0, 0;" ::"r"(a)); // want [ptx] the braces
    asm volatile("@p mov.u32 %0, %1; }" : "+r"(d) : "r"(b)); // want [ptx] the braces
    asm volatile("{ loop: bra loop; }"); // want [ptx] the label 'loop:'
    asm volatile("mov.u32 %0, %%nsmid;" : "=r"(d)); // want [ptx] multiProcessorCount
    asm volatile("add.u64 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b)); // want [ptx] 32 bits is read as
    asm volatile("add.u32 %0, %1, 1;" ::"n"(3), "r"(a)); // want [ptx] %0 is written and is a constant
    __builtin_trap(); // want [ptx] no instruction 'frob.u32'
    return d;
}

void host(unsigned &a) {
    asm volatile("cpuid" : "+a"(a)::"ebx", "ecx", "edx");
    asm volatile("" ::: "memory");
}
