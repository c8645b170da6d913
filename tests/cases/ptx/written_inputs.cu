// An input that the statement writes is a variable that ends with it.
__device__ unsigned long long swapped(unsigned x, unsigned y) {
    unsigned long long r;
    asm("prmt.b32 %1, %1, 0, 0x0123; // bytes\n\t"
        "prmt.b32 %2, %2, 0, 0x0123;\n\t"
        "mov.b64 %0, {%1, %2};"
        : "=l"(r) : "r"(x), "r"(y));
    return r;
}
