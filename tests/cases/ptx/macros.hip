// Templates, operand lists and the keyword itself that come from macros; texts that hold nothing but a comment.
#include <hip/hip_runtime.h>
#include "retarget_hip/ptx.h"
#include "retarget_hip/ptx_memory.h"
#define STR_(x) #x
#define STR(x) STR_(x)
#define TYPE u32
#define PTR "l"
#define P(p) "l"(p)
#define BOTH(a, b) "r"(a), "r"(b)
#define ASM asm volatile
#define PTX(...) asm(__VA_ARGS__)
#define NL "\n\t"
#define KEEP(x) asm volatile("" : "+v"(x))
#define OP(name) asm(#name ".u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b))
#define OTHER(x) asm volatile("cpuid" : "+r"(x))

__device__ unsigned all(unsigned a, unsigned b, unsigned *p, float *q) {
    unsigned d;
    d = uint32_t(a) + uint32_t(b);
    d = uint32_t(d) * 3u + uint32_t(b + 1);
    a = *retarget_hip::ptx_at<const uint32_t>(p + 1);
    *retarget_hip::ptx_at<float>(q) = 1.0f;
    b = retarget_hip::ptx_bfind<uint32_t>(a);
    a = __brev(d);
    asm volatile("" ::: "memory");
    asm volatile("" : "+v"(a));
    asm volatile("\n\t");
    KEEP(b);
    d = retarget_hip::ptx_min<uint32_t>(a, b);
#if TRIES
    asm("add." STR(UNKNOWN) " %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b)); // want [ptx] 'add.UNKNOWN' is not translated
#endif
    a = uint32_t(a) + 8u;
    return a + b + d;
}

void host(unsigned &a) {
    OTHER(a);
    asm volatile("# a comment" ::: "memory");
}
