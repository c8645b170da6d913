// Of the branches within a statement the device compiles one, where the host, without __CUDA_ARCH__, takes another.
__device__ __forceinline__ unsigned add(unsigned *p, unsigned value) {
    unsigned old;
    asm volatile(
#if __CUDA_ARCH__ < 600
        "atom.add.u32 %0, [%1], %2;"
#elif __CUDA_ARCH__ < 700
        "atom.gpu.add.u32 %0, [%1], %2;"
#else
        "atom.relaxed.gpu.add.u32 %0, [%1], %2;"
#endif
        : "=r"(old)
        : "l"(p), "r"(value)
        : "memory");
    return old;
}

template <typename T>
__global__ void k(T *p) { p[1] = add(p, 1); }

void run(unsigned *p) { k<<<1, 32>>>(p); }
