// Stands for the CUDA samples' helper_math.h and cutil_math.h: conversions and functions of small vectors.
// The arithmetic operators on these vectors are HIP's own.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HELPER_MATH_H
#define RETARGET_HIP_HELPER_MATH_H
#ifdef __cplusplus
#define HELPER_MATH_H  // the guard of the samples' own

#include <hip/hip_runtime.h>

#include <cmath>

#include "device_math.h"

#pragma push_macro("abs")
#undef abs
#pragma push_macro("clamp")
#undef clamp
#pragma push_macro("cross")
#undef cross
#pragma push_macro("dot")
#undef dot
#pragma push_macro("length")
#undef length
#pragma push_macro("lerp")
#undef lerp
#pragma push_macro("max")
#undef max
#pragma push_macro("min")
#undef min
#pragma push_macro("w")
#undef w
#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z

#define RETARGET_HIP_MATH __host__ __device__ inline

// From one number, from a shorter vector and the rest, from a longer vector, from another kind of number.
RETARGET_HIP_MATH float2 make_float2(float s_) { return make_float2(s_, s_); }
RETARGET_HIP_MATH float3 make_float3(float s_) { return make_float3(s_, s_, s_); }
RETARGET_HIP_MATH float4 make_float4(float s_) { return make_float4(s_, s_, s_, s_); }
RETARGET_HIP_MATH float2 make_float2(float3 a_) { return make_float2(a_.x, a_.y); }
RETARGET_HIP_MATH float2 make_float2(float4 a_) { return make_float2(a_.x, a_.y); }
RETARGET_HIP_MATH float3 make_float3(float2 a_, float z_ = 0) { return make_float3(a_.x, a_.y, z_); }
RETARGET_HIP_MATH float3 make_float3(float4 a_) { return make_float3(a_.x, a_.y, a_.z); }
RETARGET_HIP_MATH float4 make_float4(float3 a_, float w_ = 0) { return make_float4(a_.x, a_.y, a_.z, w_); }
RETARGET_HIP_MATH int2 make_int2(int s_) { return make_int2(s_, s_); }
RETARGET_HIP_MATH int3 make_int3(int s_) { return make_int3(s_, s_, s_); }
RETARGET_HIP_MATH int4 make_int4(int s_) { return make_int4(s_, s_, s_, s_); }
RETARGET_HIP_MATH int2 make_int2(int3 a_) { return make_int2(a_.x, a_.y); }
RETARGET_HIP_MATH int2 make_int2(int4 a_) { return make_int2(a_.x, a_.y); }
RETARGET_HIP_MATH int3 make_int3(int2 a_, int z_ = 0) { return make_int3(a_.x, a_.y, z_); }
RETARGET_HIP_MATH int3 make_int3(int4 a_) { return make_int3(a_.x, a_.y, a_.z); }
RETARGET_HIP_MATH int4 make_int4(int3 a_, int w_ = 0) { return make_int4(a_.x, a_.y, a_.z, w_); }
RETARGET_HIP_MATH uint2 make_uint2(unsigned s_) { return make_uint2(s_, s_); }
RETARGET_HIP_MATH uint3 make_uint3(unsigned s_) { return make_uint3(s_, s_, s_); }
RETARGET_HIP_MATH uint4 make_uint4(unsigned s_) { return make_uint4(s_, s_, s_, s_); }
RETARGET_HIP_MATH uint2 make_uint2(uint3 a_) { return make_uint2(a_.x, a_.y); }
RETARGET_HIP_MATH uint2 make_uint2(uint4 a_) { return make_uint2(a_.x, a_.y); }
RETARGET_HIP_MATH uint3 make_uint3(uint2 a_, unsigned z_ = 0) { return make_uint3(a_.x, a_.y, z_); }
RETARGET_HIP_MATH uint3 make_uint3(uint4 a_) { return make_uint3(a_.x, a_.y, a_.z); }
RETARGET_HIP_MATH uint4 make_uint4(uint3 a_, unsigned w_ = 0) { return make_uint4(a_.x, a_.y, a_.z, w_); }
RETARGET_HIP_MATH float2 make_float2(int2 a_) {
  return make_float2(static_cast<float>(a_.x), static_cast<float>(a_.y));
}
RETARGET_HIP_MATH float3 make_float3(int3 a_) {
  return make_float3(static_cast<float>(a_.x), static_cast<float>(a_.y), static_cast<float>(a_.z));
}
RETARGET_HIP_MATH float4 make_float4(int4 a_) {
  return make_float4(static_cast<float>(a_.x), static_cast<float>(a_.y),
    static_cast<float>(a_.z), static_cast<float>(a_.w));
}
RETARGET_HIP_MATH float2 make_float2(uint2 a_) {
  return make_float2(static_cast<float>(a_.x), static_cast<float>(a_.y));
}
RETARGET_HIP_MATH float3 make_float3(uint3 a_) {
  return make_float3(static_cast<float>(a_.x), static_cast<float>(a_.y), static_cast<float>(a_.z));
}
RETARGET_HIP_MATH float4 make_float4(uint4 a_) {
  return make_float4(static_cast<float>(a_.x), static_cast<float>(a_.y),
    static_cast<float>(a_.z), static_cast<float>(a_.w));
}
RETARGET_HIP_MATH int2 make_int2(float2 a_) { return make_int2(static_cast<int>(a_.x), static_cast<int>(a_.y)); }
RETARGET_HIP_MATH int3 make_int3(float3 a_) {
  return make_int3(static_cast<int>(a_.x), static_cast<int>(a_.y), static_cast<int>(a_.z));
}
RETARGET_HIP_MATH int4 make_int4(float4 a_) {
  return make_int4(static_cast<int>(a_.x), static_cast<int>(a_.y),
    static_cast<int>(a_.z), static_cast<int>(a_.w));
}
RETARGET_HIP_MATH int2 make_int2(uint2 a_) { return make_int2(static_cast<int>(a_.x), static_cast<int>(a_.y)); }
RETARGET_HIP_MATH int3 make_int3(uint3 a_) {
  return make_int3(static_cast<int>(a_.x), static_cast<int>(a_.y), static_cast<int>(a_.z));
}
RETARGET_HIP_MATH int4 make_int4(uint4 a_) {
  return make_int4(static_cast<int>(a_.x), static_cast<int>(a_.y),
    static_cast<int>(a_.z), static_cast<int>(a_.w));
}
RETARGET_HIP_MATH uint2 make_uint2(float2 a_) {
  return make_uint2(static_cast<unsigned>(a_.x), static_cast<unsigned>(a_.y));
}
RETARGET_HIP_MATH uint3 make_uint3(float3 a_) {
  return make_uint3(static_cast<unsigned>(a_.x), static_cast<unsigned>(a_.y), static_cast<unsigned>(a_.z));
}
RETARGET_HIP_MATH uint4 make_uint4(float4 a_) {
  return make_uint4(static_cast<unsigned>(a_.x), static_cast<unsigned>(a_.y),
    static_cast<unsigned>(a_.z), static_cast<unsigned>(a_.w));
}
RETARGET_HIP_MATH uint2 make_uint2(int2 a_) {
  return make_uint2(static_cast<unsigned>(a_.x), static_cast<unsigned>(a_.y));
}
RETARGET_HIP_MATH uint3 make_uint3(int3 a_) {
  return make_uint3(static_cast<unsigned>(a_.x), static_cast<unsigned>(a_.y), static_cast<unsigned>(a_.z));
}
RETARGET_HIP_MATH uint4 make_uint4(int4 a_) {
  return make_uint4(static_cast<unsigned>(a_.x), static_cast<unsigned>(a_.y),
    static_cast<unsigned>(a_.z), static_cast<unsigned>(a_.w));
}

// Componentwise minima, maxima, and limits.
RETARGET_HIP_MATH float2 fminf(float2 a_, float2 b_) { return make_float2(fminf(a_.x, b_.x), fminf(a_.y, b_.y)); }
RETARGET_HIP_MATH float2 fmaxf(float2 a_, float2 b_) { return make_float2(fmaxf(a_.x, b_.x), fmaxf(a_.y, b_.y)); }
RETARGET_HIP_MATH float3 fminf(float3 a_, float3 b_) {
  return make_float3(fminf(a_.x, b_.x), fminf(a_.y, b_.y), fminf(a_.z, b_.z));
}
RETARGET_HIP_MATH float3 fmaxf(float3 a_, float3 b_) {
  return make_float3(fmaxf(a_.x, b_.x), fmaxf(a_.y, b_.y), fmaxf(a_.z, b_.z));
}
RETARGET_HIP_MATH float4 fminf(float4 a_, float4 b_) {
  return make_float4(fminf(a_.x, b_.x), fminf(a_.y, b_.y), fminf(a_.z, b_.z), fminf(a_.w, b_.w));
}
RETARGET_HIP_MATH float4 fmaxf(float4 a_, float4 b_) {
  return make_float4(fmaxf(a_.x, b_.x), fmaxf(a_.y, b_.y), fmaxf(a_.z, b_.z), fmaxf(a_.w, b_.w));
}
RETARGET_HIP_MATH int2 min(int2 a_, int2 b_) { return make_int2(min(a_.x, b_.x), min(a_.y, b_.y)); }
RETARGET_HIP_MATH int2 max(int2 a_, int2 b_) { return make_int2(max(a_.x, b_.x), max(a_.y, b_.y)); }
RETARGET_HIP_MATH int3 min(int3 a_, int3 b_) { return make_int3(min(a_.x, b_.x), min(a_.y, b_.y), min(a_.z, b_.z)); }
RETARGET_HIP_MATH int3 max(int3 a_, int3 b_) { return make_int3(max(a_.x, b_.x), max(a_.y, b_.y), max(a_.z, b_.z)); }
RETARGET_HIP_MATH int4 min(int4 a_, int4 b_) {
  return make_int4(min(a_.x, b_.x), min(a_.y, b_.y), min(a_.z, b_.z), min(a_.w, b_.w));
}
RETARGET_HIP_MATH int4 max(int4 a_, int4 b_) {
  return make_int4(max(a_.x, b_.x), max(a_.y, b_.y), max(a_.z, b_.z), max(a_.w, b_.w));
}
RETARGET_HIP_MATH uint2 min(uint2 a_, uint2 b_) { return make_uint2(min(a_.x, b_.x), min(a_.y, b_.y)); }
RETARGET_HIP_MATH uint2 max(uint2 a_, uint2 b_) { return make_uint2(max(a_.x, b_.x), max(a_.y, b_.y)); }
RETARGET_HIP_MATH uint3 min(uint3 a_, uint3 b_) {
  return make_uint3(min(a_.x, b_.x), min(a_.y, b_.y), min(a_.z, b_.z));
}
RETARGET_HIP_MATH uint3 max(uint3 a_, uint3 b_) {
  return make_uint3(max(a_.x, b_.x), max(a_.y, b_.y), max(a_.z, b_.z));
}
RETARGET_HIP_MATH uint4 min(uint4 a_, uint4 b_) {
  return make_uint4(min(a_.x, b_.x), min(a_.y, b_.y), min(a_.z, b_.z), min(a_.w, b_.w));
}
RETARGET_HIP_MATH uint4 max(uint4 a_, uint4 b_) {
  return make_uint4(max(a_.x, b_.x), max(a_.y, b_.y), max(a_.z, b_.z), max(a_.w, b_.w));
}
RETARGET_HIP_MATH float clamp(float v_, float low_, float high_) { return fmaxf(low_, fminf(v_, high_)); }
RETARGET_HIP_MATH float2 clamp(float2 v_, float2 low_, float2 high_) { return fmaxf(low_, fminf(v_, high_)); }
RETARGET_HIP_MATH float2 clamp(float2 v_, float low_, float high_) {
  return clamp(v_, make_float2(low_), make_float2(high_));
}
RETARGET_HIP_MATH float3 clamp(float3 v_, float3 low_, float3 high_) { return fmaxf(low_, fminf(v_, high_)); }
RETARGET_HIP_MATH float3 clamp(float3 v_, float low_, float high_) {
  return clamp(v_, make_float3(low_), make_float3(high_));
}
RETARGET_HIP_MATH float4 clamp(float4 v_, float4 low_, float4 high_) { return fmaxf(low_, fminf(v_, high_)); }
RETARGET_HIP_MATH float4 clamp(float4 v_, float low_, float high_) {
  return clamp(v_, make_float4(low_), make_float4(high_));
}
RETARGET_HIP_MATH int clamp(int v_, int low_, int high_) { return max(low_, min(v_, high_)); }
RETARGET_HIP_MATH int2 clamp(int2 v_, int2 low_, int2 high_) { return max(low_, min(v_, high_)); }
RETARGET_HIP_MATH int2 clamp(int2 v_, int low_, int high_) { return clamp(v_, make_int2(low_), make_int2(high_)); }
RETARGET_HIP_MATH int3 clamp(int3 v_, int3 low_, int3 high_) { return max(low_, min(v_, high_)); }
RETARGET_HIP_MATH int3 clamp(int3 v_, int low_, int high_) { return clamp(v_, make_int3(low_), make_int3(high_)); }
RETARGET_HIP_MATH int4 clamp(int4 v_, int4 low_, int4 high_) { return max(low_, min(v_, high_)); }
RETARGET_HIP_MATH int4 clamp(int4 v_, int low_, int high_) { return clamp(v_, make_int4(low_), make_int4(high_)); }
RETARGET_HIP_MATH unsigned clamp(unsigned v_, unsigned low_, unsigned high_) { return max(low_, min(v_, high_)); }
RETARGET_HIP_MATH uint2 clamp(uint2 v_, uint2 low_, uint2 high_) { return max(low_, min(v_, high_)); }
RETARGET_HIP_MATH uint2 clamp(uint2 v_, unsigned low_, unsigned high_) {
  return clamp(v_, make_uint2(low_), make_uint2(high_));
}
RETARGET_HIP_MATH uint3 clamp(uint3 v_, uint3 low_, uint3 high_) { return max(low_, min(v_, high_)); }
RETARGET_HIP_MATH uint3 clamp(uint3 v_, unsigned low_, unsigned high_) {
  return clamp(v_, make_uint3(low_), make_uint3(high_));
}
RETARGET_HIP_MATH uint4 clamp(uint4 v_, uint4 low_, uint4 high_) { return max(low_, min(v_, high_)); }
RETARGET_HIP_MATH uint4 clamp(uint4 v_, unsigned low_, unsigned high_) {
  return clamp(v_, make_uint4(low_), make_uint4(high_));
}

// Products and lengths.
RETARGET_HIP_MATH float dot(float2 a_, float2 b_) { return a_.x * b_.x + a_.y * b_.y; }
RETARGET_HIP_MATH float dot(float3 a_, float3 b_) { return a_.x * b_.x + a_.y * b_.y + a_.z * b_.z; }
RETARGET_HIP_MATH float dot(float4 a_, float4 b_) { return a_.x * b_.x + a_.y * b_.y + a_.z * b_.z + a_.w * b_.w; }
RETARGET_HIP_MATH int dot(int2 a_, int2 b_) { return a_.x * b_.x + a_.y * b_.y; }
RETARGET_HIP_MATH int dot(int3 a_, int3 b_) { return a_.x * b_.x + a_.y * b_.y + a_.z * b_.z; }
RETARGET_HIP_MATH int dot(int4 a_, int4 b_) { return a_.x * b_.x + a_.y * b_.y + a_.z * b_.z + a_.w * b_.w; }
RETARGET_HIP_MATH unsigned dot(uint2 a_, uint2 b_) { return a_.x * b_.x + a_.y * b_.y; }
RETARGET_HIP_MATH unsigned dot(uint3 a_, uint3 b_) { return a_.x * b_.x + a_.y * b_.y + a_.z * b_.z; }
RETARGET_HIP_MATH unsigned dot(uint4 a_, uint4 b_) { return a_.x * b_.x + a_.y * b_.y + a_.z * b_.z + a_.w * b_.w; }
RETARGET_HIP_MATH float3 cross(float3 a_, float3 b_) {
  return make_float3(a_.y * b_.z - a_.z * b_.y, a_.z * b_.x - a_.x * b_.z, a_.x * b_.y - a_.y * b_.x);
}
#if !defined(__cpp_lib_interpolate)  // else ::lerp is std::lerp
RETARGET_HIP_MATH float lerp(float a_, float b_, float t_) { return a_ + t_ * (b_ - a_); }
#endif
RETARGET_HIP_MATH float smoothstep(float a_, float b_, float x_) {
  const float t_ = clamp((x_ - a_) / (b_ - a_), 0.0f, 1.0f);
  return t_ * t_ * (3.0f - 2.0f * t_);
}
RETARGET_HIP_MATH float fracf(float v_) { return v_ - floorf(v_); }
RETARGET_HIP_MATH float2 floorf(float2 v_) { return make_float2(floorf(v_.x), floorf(v_.y)); }
RETARGET_HIP_MATH float2 fabs(float2 v_) { return make_float2(fabsf(v_.x), fabsf(v_.y)); }
RETARGET_HIP_MATH float2 fmodf(float2 a_, float2 b_) { return make_float2(fmodf(a_.x, b_.x), fmodf(a_.y, b_.y)); }
RETARGET_HIP_MATH int2 abs(int2 v_) { return make_int2(v_.x < 0 ? -v_.x : v_.x, v_.y < 0 ? -v_.y : v_.y); }
RETARGET_HIP_MATH float3 floorf(float3 v_) { return make_float3(floorf(v_.x), floorf(v_.y), floorf(v_.z)); }
RETARGET_HIP_MATH float3 fabs(float3 v_) { return make_float3(fabsf(v_.x), fabsf(v_.y), fabsf(v_.z)); }
RETARGET_HIP_MATH float3 fmodf(float3 a_, float3 b_) {
  return make_float3(fmodf(a_.x, b_.x), fmodf(a_.y, b_.y), fmodf(a_.z, b_.z));
}
RETARGET_HIP_MATH int3 abs(int3 v_) {
  return make_int3(v_.x < 0 ? -v_.x : v_.x, v_.y < 0 ? -v_.y : v_.y, v_.z < 0 ? -v_.z : v_.z);
}
RETARGET_HIP_MATH float4 floorf(float4 v_) {
  return make_float4(floorf(v_.x), floorf(v_.y), floorf(v_.z), floorf(v_.w));
}
RETARGET_HIP_MATH float4 fabs(float4 v_) {
  return make_float4(fabsf(v_.x), fabsf(v_.y), fabsf(v_.z), fabsf(v_.w));
}
RETARGET_HIP_MATH float4 fmodf(float4 a_, float4 b_) {
  return make_float4(fmodf(a_.x, b_.x), fmodf(a_.y, b_.y), fmodf(a_.z, b_.z), fmodf(a_.w, b_.w));
}
RETARGET_HIP_MATH int4 abs(int4 v_) {
  return make_int4(v_.x < 0 ? -v_.x : v_.x, v_.y < 0 ? -v_.y : v_.y, v_.z < 0 ? -v_.z : v_.z, v_.w < 0 ? -v_.w : v_.w);
}

#if defined(__clang__) || defined(RETARGET_HOST)  // to other compilers the vectors of older HIP have no arithmetic
#define RETARGET_HIP_MATH_OF(V)                                                                  \
  RETARGET_HIP_MATH float length(V v_) { return sqrtf(dot(v_, v_)); }                              \
  RETARGET_HIP_MATH V normalize(V v_) { return v_ * make_##V(1.0f / sqrtf(dot(v_, v_))); }          \
  RETARGET_HIP_MATH V lerp(V a_, V b_, float t_) { return a_ + make_##V(t_) * (b_ - a_); }             \
  RETARGET_HIP_MATH V reflect(V i_, V n_) { return i_ - make_##V(2.0f * dot(n_, i_)) * n_; }          \
  RETARGET_HIP_MATH V fracf(V v_) { return v_ - floorf(v_); }                                      \
  RETARGET_HIP_MATH V smoothstep(V a_, V b_, V x_) {                                               \
    const V t_ = clamp((x_ - a_) / (b_ - a_), 0.0f, 1.0f);                                           \
    return t_ * t_ * (make_##V(3.0f) - make_##V(2.0f) * t_);                                       \
  }
RETARGET_HIP_MATH_OF(float2)
RETARGET_HIP_MATH_OF(float3)
RETARGET_HIP_MATH_OF(float4)
#undef RETARGET_HIP_MATH_OF
#endif
#undef RETARGET_HIP_MATH

#pragma pop_macro("abs")
#pragma pop_macro("clamp")
#pragma pop_macro("cross")
#pragma pop_macro("dot")
#pragma pop_macro("length")
#pragma pop_macro("lerp")
#pragma pop_macro("max")
#pragma pop_macro("min")
#pragma pop_macro("w")
#pragma pop_macro("x")
#pragma pop_macro("y")
#pragma pop_macro("z")

#endif
#endif
