// Inline PTX that is known with a macro's arguments alone: each use is written out and then translated.
#include <hip/hip_runtime.h>
#include "retarget_hip/bits.h"
#include "retarget_hip/ptx.h"
#include "retarget_hip/ptx_warp.h"
#include "retarget_hip/warp_shuffles.h"
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

__device__ inline int shfl_up_add(int x, int offset) {
        int result = x;
        int mask = true ? 0 : (lanes - 1);
        {
            int32_t r0;
            bool p = false;
            r0 = retarget_hip::ptx_shfl_up(~0u, x, offset, mask, p);
            if (p) r0 = uint32_t(r0) + uint32_t(x);
            result = r0;
        }
        return result;
    }
__device__ inline int shfl_down_max(int x, int offset) {
        int result = x;
        int mask = false ? 0 : (lanes - 1);
        {
            int32_t r0;
            bool p = false;
            r0 = retarget_hip::ptx_shfl_down(~0u, x, offset, mask, p);
            if (p) r0 = retarget_hip::ptx_max<int32_t>(r0, x);
            result = r0;
        }
        return result;
    }
__device__ inline float shfl_up_add(float x, int offset) {
        float result = x;
        int mask = true ? 0 : (lanes - 1);
        {
            float r0;
            bool p = false;
            r0 = retarget_hip::ptx_shfl_up(~0u, x, offset, mask, p);
            if (p) r0 = r0 + x;
            result = r0;
        }
        return result;
    }
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
    d = __brev(a);
    d = retarget_hip::popc(a); a += d; d = retarget_hip::popc(a);
    if (a)
        d = retarget_hip::ptx_min<uint32_t>(a, b);
    else
        d = retarget_hip::ptx_max<uint32_t>(a, b);
#if TRIES
    BINARY(add);
#endif
    return a + d;
}

// Defined anew between its uses.
#define SHIFT(x) asm("shl.b32 %0, %0, " #x ";" : "+r"(d))
__device__ unsigned shifted(unsigned d) {
    d = uint32_t(d) << 3;
#undef SHIFT
#define SHIFT(x) asm("shr.u32 %0, %0, " #x ";" : "+r"(d))
    d = uint32_t(d) >> 4;
    return d;
}
