// Inline PTX that is known with a macro's arguments alone: each use is written out and then translated.
enum { lanes = 32 };

#define SHFL_OP(dir, is_up, ptx_type, r, c_type, op)                              \
    __device__ inline c_type shfl_##dir##_##op(c_type x, int offset) {            \
        c_type result = x;                                                        \
        int mask = is_up ? 0 : (lanes - 1); /* of the segment */                  \
        asm("{ .reg ." #ptx_type " r0;"                                           \
            "  .reg .pred p;"                                                     \
            "  shfl.sync." #dir ".b32 r0|p, %1, %2, %3, %4;"                      \
            "  @p " #op "." #ptx_type " r0, r0, %5;"                              \
            "  mov." #ptx_type " %0, r0; }"                                       \
            : "=" #r(result) : #r(x), "r"(offset), "r"(mask), "r"(~0u), #r(x));   \
        return result;                                                            \
    }

SHFL_OP(up, true, s32, r, int, add)
SHFL_OP(down, false, s32, r, int, max)
SHFL_OP(up, true, f32, f, float, add)
#undef SHFL_OP

// The text itself is an argument; a macro in between; an argument that is a macro.
#define UNARY(text, c) asm(text " %0, %1;" : "=" c(d) : c(a))
#define TWICE(text) UNARY(text, "r"); a += d; UNARY(text, "r")
#define MINIMUM min
#define BINARY_(name) asm(#name ".u32 %0, %1, %2;" : "=r"(d) : "r"(a), "r"(b))
#define BINARY(name) BINARY_(name)
#define NEVER(name) asm(#name " %0;" : "=r"(d))

__device__ unsigned words(unsigned a, unsigned b) {
    unsigned d;
    UNARY("brev.b32", "r");
    TWICE("popc.b32");
    if (a)
        BINARY(MINIMUM);
    else
        BINARY(max);
#if TRIES
    BINARY(add);
#endif
    return a + d;
}

// Defined anew between its uses.
#define SHIFT(x) asm("shl.b32 %0, %0, " #x ";" : "+r"(d))
__device__ unsigned shifted(unsigned d) {
    SHIFT(3);
#undef SHIFT
#define SHIFT(x) asm("shr.u32 %0, %0, " #x ";" : "+r"(d))
    SHIFT(4);
    return d;
}
