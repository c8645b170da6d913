// Outputs that are pointers, and registers that are called as C++ calls something else.
__device__ float widened(unsigned short half) {
    float r;
    asm("{ .reg .u32 float, int32_t;\n\t"
        "cvt.u32.u16 float, %1;\n\t"
        "shl.b32 int32_t, float, 13;\n\t"
        "mov.b32 %0, int32_t; }" : "=f"(r) : "h"(half));
    return r;
}
__device__ const int *moved(const int *from, int by) {
    const int *to;
    asm("{ .reg .u32 lo, hi, of;\n\t"
        "mul.lo.u32 of, %2, 4;\n\t"
        "mov.b64 {lo, hi}, %1;\n\t"
        "add.cc.u32 lo, lo, of;\n\t"
        "addc.u32 hi, hi, 0;\n\t"
        "mov.b64 %0, {lo, hi}; }" : "=l"(to) : "l"(from), "r"(by));
    return to;
}
__device__ void *next(void *at) {
    asm("add.u64 %0, %0, 8;" : "+l"(at));
    return at;
}
#define NEXT(T) \
    __device__ T *next_##T(T *at) { \
        T *to; \
        asm("add.u64 %0, %1, 16;" : "=l"(to) : "l"(at)); \
        return to; \
    }
NEXT(float)
__device__ unsigned long long sum(unsigned long long a, unsigned long long *p) {
    unsigned long long to;
    asm("add.u64 %0, %1, %2;" : "=l"(to) : "l"(a), "l"(*p));
    return to;
}
