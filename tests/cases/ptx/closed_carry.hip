// A carry that no other statement of the file takes is a variable.
#include <hip/hip_runtime.h>
#include "retarget_hip/ptx.h"
__device__ unsigned long long product(unsigned a, unsigned b, unsigned c, unsigned d) {
    unsigned low, high;
    {
        uint32_t lo = uint32_t(a) * uint32_t(b);
        uint32_t hi = __umulhi(a, b);
        uint32_t carry;
        uint32_t result0 = retarget_hip::ptx_add<uint32_t>(lo, c, 0, carry);
        high = hi + uint32_t(d) + carry;
        low = result0;
    }
    return (unsigned long long)high << 32 | low;
}
