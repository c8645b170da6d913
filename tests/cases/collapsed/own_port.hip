// What a program has for HIP's types beside CUDA's, to be compiled for either: CUDA's become the same.
#include <hip/hip_runtime.h>
#include "retarget_hip/bf16.h"
class __hip_bfloat16;
struct __hip_bfloat16;
template <typename T> struct Bits;
template <>
struct Bits<__hip_bfloat16> {
    static constexpr int exponent = 8;
};
#if 0  // of __hip_bfloat16, as the other
template <>
struct Bits<__hip_bfloat16> {  // want [collapsed] HIP's own type
    static constexpr int exponent = 8;
};
#endif
inline int width() { return Bits<__hip_bfloat16>::exponent; }
