// Stands for CUDA's cuda_bf16.h: HIP's hip_bf16.h where it exists (HIP 6), else the same types over float here.
// The types are __hip_bfloat16 and __hip_bfloat162; functions missing in either are added as templates.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_BF16_H
#define RETARGET_HIP_BF16_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#if __has_include(<hip/hip_bf16.h>)
#include <hip/hip_bf16.h>
#else

// The upper half of a float; conversion rounds to nearest even and keeps a NaN a NaN.
struct alignas(2) __hip_bfloat16 {
  unsigned short bits;

  __hip_bfloat16() = default;
  __host__ __device__ __hip_bfloat16(float value) {
    const unsigned word = __builtin_bit_cast(unsigned, value);
    const unsigned rounded = (word + 0x7fffu + ((word >> 16) & 1u)) >> 16;
    bits = static_cast<unsigned short>(value != value ? (word >> 16) | 0x40u : rounded);
  }
  __host__ __device__ __hip_bfloat16(double value) : __hip_bfloat16(static_cast<float>(value)) {}
  __host__ __device__ __hip_bfloat16(int value) : __hip_bfloat16(static_cast<float>(value)) {}
  __host__ __device__ operator float() const { return __builtin_bit_cast(float, unsigned{bits} << 16); }
};

struct alignas(4) __hip_bfloat162 {
  __hip_bfloat16 x, y;
};

__host__ __device__ inline __hip_bfloat16 __float2bfloat16(float a) { return __hip_bfloat16(a); }
__host__ __device__ inline __hip_bfloat16 __double2bfloat16(double a) { return __hip_bfloat16(a); }
__host__ __device__ inline float __bfloat162float(__hip_bfloat16 a) { return a; }
__host__ __device__ inline short __bfloat16_as_short(__hip_bfloat16 a) { return static_cast<short>(a.bits); }
__host__ __device__ inline unsigned short __bfloat16_as_ushort(__hip_bfloat16 a) { return a.bits; }
__host__ __device__ inline __hip_bfloat16 __ushort_as_bfloat16(unsigned short bits) {
  return __builtin_bit_cast(__hip_bfloat16, bits);
}
__host__ __device__ inline __hip_bfloat16 __short_as_bfloat16(short bits) {
  return __builtin_bit_cast(__hip_bfloat16, bits);
}

#define RETARGET_HIP_BF16_OPERATOR(symbol)                                                             \
  __host__ __device__ inline __hip_bfloat16 operator symbol(__hip_bfloat16 a, __hip_bfloat16 b) {      \
    return static_cast<float>(a) symbol static_cast<float>(b);                                         \
  }                                                                                                    \
  __host__ __device__ inline __hip_bfloat16& operator symbol##=(__hip_bfloat16& a, __hip_bfloat16 b) { \
    return a = a symbol b;                                                                             \
  }                                                                                                    \
  __host__ __device__ inline __hip_bfloat162 operator symbol(__hip_bfloat162 a, __hip_bfloat162 b) {   \
    return {a.x symbol b.x, a.y symbol b.y};                                                           \
  }
RETARGET_HIP_BF16_OPERATOR(+)
RETARGET_HIP_BF16_OPERATOR(-)
RETARGET_HIP_BF16_OPERATOR(*)
RETARGET_HIP_BF16_OPERATOR(/)
#undef RETARGET_HIP_BF16_OPERATOR
__host__ __device__ inline __hip_bfloat16 operator-(__hip_bfloat16 a) { return -static_cast<float>(a); }

__device__ inline __hip_bfloat16 __hadd(__hip_bfloat16 a, __hip_bfloat16 b) { return a + b; }
__device__ inline __hip_bfloat16 __hsub(__hip_bfloat16 a, __hip_bfloat16 b) { return a - b; }
__device__ inline __hip_bfloat16 __hmul(__hip_bfloat16 a, __hip_bfloat16 b) { return a * b; }
__device__ inline __hip_bfloat16 __hdiv(__hip_bfloat16 a, __hip_bfloat16 b) { return a / b; }
__device__ inline __hip_bfloat16 __hneg(__hip_bfloat16 a) { return -a; }
__device__ inline __hip_bfloat16 __habs(__hip_bfloat16 a) { return fabsf(a); }
__device__ inline __hip_bfloat16 __hfma(__hip_bfloat16 a, __hip_bfloat16 b, __hip_bfloat16 c) {
  return fmaf(a, b, c);
}
__device__ inline __hip_bfloat16 __hmax(__hip_bfloat16 a, __hip_bfloat16 b) { return fmaxf(a, b); }
__device__ inline __hip_bfloat16 __hmin(__hip_bfloat16 a, __hip_bfloat16 b) { return fminf(a, b); }
__device__ inline bool __heq(__hip_bfloat16 a, __hip_bfloat16 b) { return float(a) == float(b); }
__device__ inline bool __hne(__hip_bfloat16 a, __hip_bfloat16 b) { return float(a) != float(b); }
__device__ inline bool __hlt(__hip_bfloat16 a, __hip_bfloat16 b) { return float(a) < float(b); }
__device__ inline bool __hle(__hip_bfloat16 a, __hip_bfloat16 b) { return float(a) <= float(b); }
__device__ inline bool __hgt(__hip_bfloat16 a, __hip_bfloat16 b) { return float(a) > float(b); }
__device__ inline bool __hge(__hip_bfloat16 a, __hip_bfloat16 b) { return float(a) >= float(b); }
__device__ inline bool __hisnan(__hip_bfloat16 a) { return float(a) != float(a); }
__device__ inline __hip_bfloat162 __hadd2(__hip_bfloat162 a, __hip_bfloat162 b) { return a + b; }
__device__ inline __hip_bfloat162 __hsub2(__hip_bfloat162 a, __hip_bfloat162 b) { return a - b; }
__device__ inline __hip_bfloat162 __hmul2(__hip_bfloat162 a, __hip_bfloat162 b) { return a * b; }
__device__ inline __hip_bfloat162 __hfma2(__hip_bfloat162 a, __hip_bfloat162 b, __hip_bfloat162 c) {
  return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

__host__ __device__ inline float __low2float(__hip_bfloat162 a) { return a.x; }
__host__ __device__ inline float __high2float(__hip_bfloat162 a) { return a.y; }
__host__ __device__ inline __hip_bfloat16 __low2bfloat16(__hip_bfloat162 a) { return a.x; }
__host__ __device__ inline __hip_bfloat16 __high2bfloat16(__hip_bfloat162 a) { return a.y; }
__host__ __device__ inline __hip_bfloat162 __low2bfloat162(__hip_bfloat162 a) { return {a.x, a.x}; }
__host__ __device__ inline __hip_bfloat162 __high2bfloat162(__hip_bfloat162 a) { return {a.y, a.y}; }
__host__ __device__ inline __hip_bfloat162 __bfloat162bfloat162(__hip_bfloat16 a) { return {a, a}; }
__host__ __device__ inline __hip_bfloat162 __halves2bfloat162(__hip_bfloat16 a, __hip_bfloat16 b) {
  return {a, b};
}
__host__ __device__ inline __hip_bfloat162 __float22bfloat162_rn(float2 a) {
  return {__hip_bfloat16(a.x), __hip_bfloat16(a.y)};
}
__host__ __device__ inline float2 __bfloat1622float2(__hip_bfloat162 a) { return make_float2(a.x, a.y); }

#endif

// In no version of HIP.
template <typename = void>
__host__ __device__ inline __hip_bfloat16 __float2bfloat16_rn(float a) {
  return __float2bfloat16(a);
}
template <typename = void>
__host__ __device__ inline __hip_bfloat162 __float2bfloat162_rn(float a) {
  return __halves2bfloat162(__float2bfloat16(a), __float2bfloat16(a));
}
template <typename = void>
__host__ __device__ inline __hip_bfloat162 __floats2bfloat162_rn(float a, float b) {
  return __halves2bfloat162(__float2bfloat16(a), __float2bfloat16(b));
}
template <typename = void>
__host__ __device__ inline __hip_bfloat162 make_bfloat162(__hip_bfloat16 a, __hip_bfloat16 b) {
  return __halves2bfloat162(a, b);
}
template <typename = void>
__host__ __device__ inline __hip_bfloat16 __int2bfloat16_rn(int a) {
  return __float2bfloat16(static_cast<float>(a));
}
template <typename = void>
__device__ inline int __bfloat162int_rn(__hip_bfloat16 a) {
  return static_cast<int>(rintf(__bfloat162float(a)));
}
template <typename = void>
__device__ inline int __bfloat162int_rz(__hip_bfloat16 a) {
  return static_cast<int>(__bfloat162float(a));
}

#endif
#endif
