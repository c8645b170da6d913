// What a program has for HIP's types beside CUDA's, to be compiled for either: CUDA's become the same.
#include <cuda_bf16.h>
class __hip_bfloat16;
struct __nv_bfloat16;
template <typename T> struct Bits;
template <>
struct Bits<__nv_bfloat16> {
    static constexpr int exponent = 8;
};
template <>
struct Bits<__hip_bfloat16> {  // want [collapsed] HIP's own type
    static constexpr int exponent = 8;
};
inline int width() { return Bits<__nv_bfloat16>::exponent; }
