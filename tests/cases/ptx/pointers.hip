// Outputs that are pointers, and registers that are called as C++ calls something else.
#include <hip/hip_runtime.h>
#include "retarget_hip/ptx.h"
__device__ float widened(unsigned short half) {
    float r;
    {
        uint32_t float_ = uint32_t(uint16_t(half));
        uint32_t int32_t_ = float_ << 13;
        r = __uint_as_float(int32_t_);
    }
    return r;
}
__device__ const int *moved(const int *from, int by) {
    const int *to;
    {
        uint32_t of = uint32_t(by) * 4u;
        uint32_t lo = uint32_t(uint64_t(from));
        uint32_t hi = uint32_t(uint64_t(from) >> 32);
        uint32_t carry;
        lo = retarget_hip::ptx_add<uint32_t>(lo, of, 0, carry);
        hi = hi + 0u + carry;
        to = (decltype(+to))(uint64_t(lo) | uint64_t(hi) << 32);
    }
    return to;
}
__device__ void *next(void *at) {
    at = (decltype(+at))(uint64_t(at) + 8ull);
    return at;
}
#define NEXT(T) \
    __device__ T *next_##T(T *at) { \
        T *to; \
        to = (decltype(+to))(uint64_t(at) + 16ull); \
        return to; \
    }
NEXT(float)
__device__ unsigned long long sum(unsigned long long a, unsigned long long *p) {
    unsigned long long to;
    to = uint64_t(a) + uint64_t(*p);
    return to;
}
