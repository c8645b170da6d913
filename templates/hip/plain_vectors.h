// CUDA's vector types as the plain structures that they are there, for classes of the program's to derive from: HIP's
// have operators, which derived classes would inherit.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_PLAIN_VECTORS_H
#define RETARGET_HIP_PLAIN_VECTORS_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z
#pragma push_macro("w")
#undef w

namespace retarget_hip {
namespace plain {

// They refer to HIP's type of that name too: the components lie in the same places.
#define RETARGET_HIP_CONVERT(vector)                                                                           \
  __host__ __device__ vector() = default;                                                                      \
  __host__ __device__ vector(const ::vector& other_) : vector(reinterpret_cast<const vector&>(other_)) {}      \
  __host__ __device__ operator ::vector&() { return *reinterpret_cast<::vector*>(this); }                      \
  __host__ __device__ operator const ::vector&() const { return *reinterpret_cast<const ::vector*>(this); }
#define RETARGET_HIP_VECTORS(name, type)                                                                       \
  struct name##1 {                                                                                             \
    RETARGET_HIP_CONVERT(name##1)                                                                              \
    __host__ __device__ name##1(type a_) : x(a_) {}                                                            \
    type x;                                                                                                    \
  };                                                                                                           \
  struct alignas(::name##2) name##2 {                                                                          \
    RETARGET_HIP_CONVERT(name##2)                                                                              \
    __host__ __device__ name##2(type a_, type b_) : x(a_), y(b_) {}                                            \
    type x, y;                                                                                                 \
  };                                                                                                           \
  struct name##3 {                                                                                             \
    RETARGET_HIP_CONVERT(name##3)                                                                              \
    __host__ __device__ name##3(type a_, type b_, type c_) : x(a_), y(b_), z(c_) {}                            \
    type x, y, z;                                                                                              \
  };                                                                                                           \
  struct alignas(::name##4) name##4 {                                                                          \
    RETARGET_HIP_CONVERT(name##4)                                                                              \
    __host__ __device__ name##4(type a_, type b_, type c_, type d_) : x(a_), y(b_), z(c_), w(d_) {}            \
    type x, y, z, w;                                                                                           \
  };
RETARGET_HIP_VECTORS(char, signed char)
RETARGET_HIP_VECTORS(uchar, unsigned char)
RETARGET_HIP_VECTORS(short, short)
RETARGET_HIP_VECTORS(ushort, unsigned short)
RETARGET_HIP_VECTORS(int, int)
RETARGET_HIP_VECTORS(uint, unsigned)
RETARGET_HIP_VECTORS(long, long)
RETARGET_HIP_VECTORS(ulong, unsigned long)
RETARGET_HIP_VECTORS(longlong, long long)
RETARGET_HIP_VECTORS(ulonglong, unsigned long long)
RETARGET_HIP_VECTORS(float, float)
RETARGET_HIP_VECTORS(double, double)
#undef RETARGET_HIP_VECTORS
#undef RETARGET_HIP_CONVERT

}  // namespace plain
}  // namespace retarget_hip

#pragma pop_macro("x")
#pragma pop_macro("y")
#pragma pop_macro("z")
#pragma pop_macro("w")

#endif
#endif
