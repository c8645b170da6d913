// Vectors accessed in an order: PTX has it for each of their numbers, in any order among themselves.
__device__ float2 at(const float2 *p) {
    float a, b;
    asm volatile("ld.acquire.gpu.global.v2.f32 {%0, %1}, [%2];" : "=f"(a), "=f"(b) : "l"(p) : "memory");
    return make_float2(a, b);
}
__device__ void to(unsigned *p, unsigned a, unsigned b) {
    asm volatile("st.relaxed.cta.v2.u32 [%0 + 8], {%1, %2};" ::"l"(p), "r"(a), "r"(b) : "memory");
    asm volatile("st.volatile.v2.u32 [%0], {%1, %2};" ::"l"(p), "r"(a), "r"(b) : "memory");
}
__device__ void guarded(unsigned *p, unsigned a, unsigned b) {
    asm volatile("{ .reg .pred q; setp.ne.u32 q, %2, 0; @q st.release.gpu.v2.u32 [%0], {%1, %1}; }" ::"l"(p), "r"(a), "r"(b)
                 : "memory");
}
