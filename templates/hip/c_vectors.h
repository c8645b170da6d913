// CUDA's vector types for units of C, aligned as they are in CUDA and in HIP's C++: HIP's own for C are not, so that
// structures which hold them would lie in memory in two ways.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_C_VECTORS_H
#define RETARGET_HIP_C_VECTORS_H
#ifndef __cplusplus

#include <hip/hip_runtime.h>  // HIP's header of vectors alone holds none for C

#if !defined(__align__)
#define __align__(n_) __attribute__((aligned(n_)))
#endif

#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z
#pragma push_macro("w")
#undef w

#define RETARGET_HIP_VECTORS(name, type)                                                                             \
  typedef struct retarget_hip_##name##2 {                                                                            \
    __attribute__((aligned(2 * sizeof(type)))) type x;                                                               \
    type y;                                                                                                          \
  } retarget_hip_##name##2;                                                                                          \
  typedef struct retarget_hip_##name##4 {                                                                            \
    __attribute__((aligned(4 * sizeof(type)))) type x;                                                               \
    type y, z, w;                                                                                                    \
  } retarget_hip_##name##4;                                                                                          \
  __attribute__((unused)) static inline retarget_hip_##name##2 retarget_hip_make_##name##2(type a_, type b_) {       \
    retarget_hip_##name##2 v_ = {a_, b_};                                                                            \
    return v_;                                                                                                       \
  }                                                                                                                  \
  __attribute__((unused)) static inline retarget_hip_##name##4 retarget_hip_make_##name##4(type a_, type b_,         \
                                                                                           type c_, type d_) {       \
    retarget_hip_##name##4 v_ = {a_, b_, c_, d_};                                                                    \
    return v_;                                                                                                       \
  }

RETARGET_HIP_VECTORS(char, signed char)
RETARGET_HIP_VECTORS(uchar, unsigned char)
RETARGET_HIP_VECTORS(short, short)
RETARGET_HIP_VECTORS(ushort, unsigned short)
RETARGET_HIP_VECTORS(int, int)
RETARGET_HIP_VECTORS(uint, unsigned int)
RETARGET_HIP_VECTORS(long, long)
RETARGET_HIP_VECTORS(ulong, unsigned long)
RETARGET_HIP_VECTORS(longlong, long long)
RETARGET_HIP_VECTORS(ulonglong, unsigned long long)
RETARGET_HIP_VECTORS(float, float)
RETARGET_HIP_VECTORS(double, double)

#undef RETARGET_HIP_VECTORS

#pragma pop_macro("w")
#pragma pop_macro("z")
#pragma pop_macro("y")
#pragma pop_macro("x")

#define char2 retarget_hip_char2
#define make_char2 retarget_hip_make_char2
#define char4 retarget_hip_char4
#define make_char4 retarget_hip_make_char4
#define uchar2 retarget_hip_uchar2
#define make_uchar2 retarget_hip_make_uchar2
#define uchar4 retarget_hip_uchar4
#define make_uchar4 retarget_hip_make_uchar4
#define short2 retarget_hip_short2
#define make_short2 retarget_hip_make_short2
#define short4 retarget_hip_short4
#define make_short4 retarget_hip_make_short4
#define ushort2 retarget_hip_ushort2
#define make_ushort2 retarget_hip_make_ushort2
#define ushort4 retarget_hip_ushort4
#define make_ushort4 retarget_hip_make_ushort4
#define int2 retarget_hip_int2
#define make_int2 retarget_hip_make_int2
#define int4 retarget_hip_int4
#define make_int4 retarget_hip_make_int4
#define uint2 retarget_hip_uint2
#define make_uint2 retarget_hip_make_uint2
#define uint4 retarget_hip_uint4
#define make_uint4 retarget_hip_make_uint4
#define long2 retarget_hip_long2
#define make_long2 retarget_hip_make_long2
#define long4 retarget_hip_long4
#define make_long4 retarget_hip_make_long4
#define ulong2 retarget_hip_ulong2
#define make_ulong2 retarget_hip_make_ulong2
#define ulong4 retarget_hip_ulong4
#define make_ulong4 retarget_hip_make_ulong4
#define longlong2 retarget_hip_longlong2
#define make_longlong2 retarget_hip_make_longlong2
#define longlong4 retarget_hip_longlong4
#define make_longlong4 retarget_hip_make_longlong4
#define ulonglong2 retarget_hip_ulonglong2
#define make_ulonglong2 retarget_hip_make_ulonglong2
#define ulonglong4 retarget_hip_ulonglong4
#define make_ulonglong4 retarget_hip_make_ulonglong4
#define float2 retarget_hip_float2
#define make_float2 retarget_hip_make_float2
#define float4 retarget_hip_float4
#define make_float4 retarget_hip_make_float4
#define double2 retarget_hip_double2
#define make_double2 retarget_hip_make_double2
#define double4 retarget_hip_double4
#define make_double4 retarget_hip_make_double4

#endif
#endif
