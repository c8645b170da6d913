// What would be evaluated twice, or between the instructions of a statement, gets a variable.
#include <hip/hip_runtime.h>
#define TWICE(d, x) do { const auto operand1_ = x; d = uint32_t(operand1_) * uint32_t(operand1_); } while (0)
__device__ unsigned next(unsigned *p);

__device__ void all(unsigned *p, unsigned i, unsigned *d) {
    {
        const auto operand2 = p[i++];
        uint32_t result0 = uint32_t(operand2) * uint32_t(*p);
        d[1] = __umulhi(operand2, *p);
        d[0] = result0;
    }
    {
        const auto operand1 = next(p);
        d[2] = operand1 ^ ((operand1 ^ p[0]) & (operand1 ^ p[1]));
    }
    {
        auto&& operand0 = d[i++];
        operand0 = uint32_t(operand0) + uint32_t(7);
    }
    d[i++] = uint32_t(next(p)) + uint32_t(uint32_t(i));
    TWICE(d[3], next(p));
}
