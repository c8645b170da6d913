// Loads, stores, atomic operations, fences: cache operators, order and scope are kept, and so are clobbers of memory.
__device__ int flag(const int *p) {
    int v;
    asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    return v;
}

__device__ float4 four(const float4 *p) {
    float4 v;
    asm("ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4+16];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "l"(p));
    asm volatile("ld.global.cs.nc.v2.f32 {%0, %1}, [%2];" : "=f"(v.x), "=f"(v.y) : "l"(p));
    return v;
}

__device__ unsigned update(unsigned *p, float *q, float x) {
    unsigned old;
    asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(1u) : "memory");
    asm volatile("red.release.sys.global.max.u32 [%0], %1;" ::"l"(p), "r"(old) : "memory");
    asm volatile("st.global.cs.f32 [%0], %1;" ::"l"(q), "f"(x));
    asm volatile("prefetch.global.L2 [%0];" ::"l"(q));
    asm volatile("membar.gl;" ::: "memory");
    asm volatile("bar.sync 0;");
    asm volatile("" ::: "memory");
    asm volatile("" : "+r"(old));
    return old;
}

__device__ unsigned long long now() {
    unsigned long long t;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t)::"memory");
    return t;
}
