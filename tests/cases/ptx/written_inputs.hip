// An input that the statement writes is a variable that ends with it.
#include <hip/hip_runtime.h>
__device__ unsigned long long swapped(unsigned x, unsigned y) {
    unsigned long long r;
    {
        uint32_t result1 = x;
        uint32_t result2 = y;
        result1 = __byte_perm(result1, 0u, 0x0123u);
        result2 = __byte_perm(result2, 0u, 0x0123u);
        r = uint64_t(result1) | uint64_t(result2) << 32;
    }
    return r;
}
