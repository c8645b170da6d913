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

#define RETARGET_HIP_MATH __host__ __device__ inline

// From one number, from a shorter vector and the rest, from a longer vector, from another kind of number.
RETARGET_HIP_MATH float2 make_float2(float s) { return make_float2(s, s); }
RETARGET_HIP_MATH float3 make_float3(float s) { return make_float3(s, s, s); }
RETARGET_HIP_MATH float4 make_float4(float s) { return make_float4(s, s, s, s); }
RETARGET_HIP_MATH float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
RETARGET_HIP_MATH float2 make_float2(float4 a) { return make_float2(a.x, a.y); }
RETARGET_HIP_MATH float3 make_float3(float2 a, float z = 0) { return make_float3(a.x, a.y, z); }
RETARGET_HIP_MATH float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
RETARGET_HIP_MATH float4 make_float4(float3 a, float w = 0) { return make_float4(a.x, a.y, a.z, w); }
RETARGET_HIP_MATH int2 make_int2(int s) { return make_int2(s, s); }
RETARGET_HIP_MATH int3 make_int3(int s) { return make_int3(s, s, s); }
RETARGET_HIP_MATH int4 make_int4(int s) { return make_int4(s, s, s, s); }
RETARGET_HIP_MATH int2 make_int2(int3 a) { return make_int2(a.x, a.y); }
RETARGET_HIP_MATH int2 make_int2(int4 a) { return make_int2(a.x, a.y); }
RETARGET_HIP_MATH int3 make_int3(int2 a, int z = 0) { return make_int3(a.x, a.y, z); }
RETARGET_HIP_MATH int3 make_int3(int4 a) { return make_int3(a.x, a.y, a.z); }
RETARGET_HIP_MATH int4 make_int4(int3 a, int w = 0) { return make_int4(a.x, a.y, a.z, w); }
RETARGET_HIP_MATH uint2 make_uint2(unsigned s) { return make_uint2(s, s); }
RETARGET_HIP_MATH uint3 make_uint3(unsigned s) { return make_uint3(s, s, s); }
RETARGET_HIP_MATH uint4 make_uint4(unsigned s) { return make_uint4(s, s, s, s); }
RETARGET_HIP_MATH uint2 make_uint2(uint3 a) { return make_uint2(a.x, a.y); }
RETARGET_HIP_MATH uint2 make_uint2(uint4 a) { return make_uint2(a.x, a.y); }
RETARGET_HIP_MATH uint3 make_uint3(uint2 a, unsigned z = 0) { return make_uint3(a.x, a.y, z); }
RETARGET_HIP_MATH uint3 make_uint3(uint4 a) { return make_uint3(a.x, a.y, a.z); }
RETARGET_HIP_MATH uint4 make_uint4(uint3 a, unsigned w = 0) { return make_uint4(a.x, a.y, a.z, w); }
RETARGET_HIP_MATH float2 make_float2(int2 a) {
  return make_float2(static_cast<float>(a.x), static_cast<float>(a.y));
}
RETARGET_HIP_MATH float3 make_float3(int3 a) {
  return make_float3(static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z));
}
RETARGET_HIP_MATH float4 make_float4(int4 a) {
  return make_float4(static_cast<float>(a.x), static_cast<float>(a.y),
    static_cast<float>(a.z), static_cast<float>(a.w));
}
RETARGET_HIP_MATH float2 make_float2(uint2 a) {
  return make_float2(static_cast<float>(a.x), static_cast<float>(a.y));
}
RETARGET_HIP_MATH float3 make_float3(uint3 a) {
  return make_float3(static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z));
}
RETARGET_HIP_MATH float4 make_float4(uint4 a) {
  return make_float4(static_cast<float>(a.x), static_cast<float>(a.y),
    static_cast<float>(a.z), static_cast<float>(a.w));
}
RETARGET_HIP_MATH int2 make_int2(float2 a) { return make_int2(static_cast<int>(a.x), static_cast<int>(a.y)); }
RETARGET_HIP_MATH int3 make_int3(float3 a) {
  return make_int3(static_cast<int>(a.x), static_cast<int>(a.y), static_cast<int>(a.z));
}
RETARGET_HIP_MATH int4 make_int4(float4 a) {
  return make_int4(static_cast<int>(a.x), static_cast<int>(a.y),
    static_cast<int>(a.z), static_cast<int>(a.w));
}
RETARGET_HIP_MATH int2 make_int2(uint2 a) { return make_int2(static_cast<int>(a.x), static_cast<int>(a.y)); }
RETARGET_HIP_MATH int3 make_int3(uint3 a) {
  return make_int3(static_cast<int>(a.x), static_cast<int>(a.y), static_cast<int>(a.z));
}
RETARGET_HIP_MATH int4 make_int4(uint4 a) {
  return make_int4(static_cast<int>(a.x), static_cast<int>(a.y),
    static_cast<int>(a.z), static_cast<int>(a.w));
}
RETARGET_HIP_MATH uint2 make_uint2(float2 a) {
  return make_uint2(static_cast<unsigned>(a.x), static_cast<unsigned>(a.y));
}
RETARGET_HIP_MATH uint3 make_uint3(float3 a) {
  return make_uint3(static_cast<unsigned>(a.x), static_cast<unsigned>(a.y), static_cast<unsigned>(a.z));
}
RETARGET_HIP_MATH uint4 make_uint4(float4 a) {
  return make_uint4(static_cast<unsigned>(a.x), static_cast<unsigned>(a.y),
    static_cast<unsigned>(a.z), static_cast<unsigned>(a.w));
}
RETARGET_HIP_MATH uint2 make_uint2(int2 a) {
  return make_uint2(static_cast<unsigned>(a.x), static_cast<unsigned>(a.y));
}
RETARGET_HIP_MATH uint3 make_uint3(int3 a) {
  return make_uint3(static_cast<unsigned>(a.x), static_cast<unsigned>(a.y), static_cast<unsigned>(a.z));
}
RETARGET_HIP_MATH uint4 make_uint4(int4 a) {
  return make_uint4(static_cast<unsigned>(a.x), static_cast<unsigned>(a.y),
    static_cast<unsigned>(a.z), static_cast<unsigned>(a.w));
}

// Componentwise minima, maxima, and limits.
RETARGET_HIP_MATH float2 fminf(float2 a, float2 b) { return make_float2(fminf(a.x, b.x), fminf(a.y, b.y)); }
RETARGET_HIP_MATH float2 fmaxf(float2 a, float2 b) { return make_float2(fmaxf(a.x, b.x), fmaxf(a.y, b.y)); }
RETARGET_HIP_MATH float3 fminf(float3 a, float3 b) {
  return make_float3(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z));
}
RETARGET_HIP_MATH float3 fmaxf(float3 a, float3 b) {
  return make_float3(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z));
}
RETARGET_HIP_MATH float4 fminf(float4 a, float4 b) {
  return make_float4(fminf(a.x, b.x), fminf(a.y, b.y), fminf(a.z, b.z), fminf(a.w, b.w));
}
RETARGET_HIP_MATH float4 fmaxf(float4 a, float4 b) {
  return make_float4(fmaxf(a.x, b.x), fmaxf(a.y, b.y), fmaxf(a.z, b.z), fmaxf(a.w, b.w));
}
RETARGET_HIP_MATH int2 min(int2 a, int2 b) { return make_int2(min(a.x, b.x), min(a.y, b.y)); }
RETARGET_HIP_MATH int2 max(int2 a, int2 b) { return make_int2(max(a.x, b.x), max(a.y, b.y)); }
RETARGET_HIP_MATH int3 min(int3 a, int3 b) { return make_int3(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)); }
RETARGET_HIP_MATH int3 max(int3 a, int3 b) { return make_int3(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)); }
RETARGET_HIP_MATH int4 min(int4 a, int4 b) {
  return make_int4(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w));
}
RETARGET_HIP_MATH int4 max(int4 a, int4 b) {
  return make_int4(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w));
}
RETARGET_HIP_MATH uint2 min(uint2 a, uint2 b) { return make_uint2(min(a.x, b.x), min(a.y, b.y)); }
RETARGET_HIP_MATH uint2 max(uint2 a, uint2 b) { return make_uint2(max(a.x, b.x), max(a.y, b.y)); }
RETARGET_HIP_MATH uint3 min(uint3 a, uint3 b) {
  return make_uint3(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z));
}
RETARGET_HIP_MATH uint3 max(uint3 a, uint3 b) {
  return make_uint3(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z));
}
RETARGET_HIP_MATH uint4 min(uint4 a, uint4 b) {
  return make_uint4(min(a.x, b.x), min(a.y, b.y), min(a.z, b.z), min(a.w, b.w));
}
RETARGET_HIP_MATH uint4 max(uint4 a, uint4 b) {
  return make_uint4(max(a.x, b.x), max(a.y, b.y), max(a.z, b.z), max(a.w, b.w));
}
RETARGET_HIP_MATH float clamp(float v, float low, float high) { return fmaxf(low, fminf(v, high)); }
RETARGET_HIP_MATH float2 clamp(float2 v, float2 low, float2 high) { return fmaxf(low, fminf(v, high)); }
RETARGET_HIP_MATH float2 clamp(float2 v, float low, float high) {
  return clamp(v, make_float2(low), make_float2(high));
}
RETARGET_HIP_MATH float3 clamp(float3 v, float3 low, float3 high) { return fmaxf(low, fminf(v, high)); }
RETARGET_HIP_MATH float3 clamp(float3 v, float low, float high) {
  return clamp(v, make_float3(low), make_float3(high));
}
RETARGET_HIP_MATH float4 clamp(float4 v, float4 low, float4 high) { return fmaxf(low, fminf(v, high)); }
RETARGET_HIP_MATH float4 clamp(float4 v, float low, float high) {
  return clamp(v, make_float4(low), make_float4(high));
}
RETARGET_HIP_MATH int clamp(int v, int low, int high) { return max(low, min(v, high)); }
RETARGET_HIP_MATH int2 clamp(int2 v, int2 low, int2 high) { return max(low, min(v, high)); }
RETARGET_HIP_MATH int2 clamp(int2 v, int low, int high) { return clamp(v, make_int2(low), make_int2(high)); }
RETARGET_HIP_MATH int3 clamp(int3 v, int3 low, int3 high) { return max(low, min(v, high)); }
RETARGET_HIP_MATH int3 clamp(int3 v, int low, int high) { return clamp(v, make_int3(low), make_int3(high)); }
RETARGET_HIP_MATH int4 clamp(int4 v, int4 low, int4 high) { return max(low, min(v, high)); }
RETARGET_HIP_MATH int4 clamp(int4 v, int low, int high) { return clamp(v, make_int4(low), make_int4(high)); }
RETARGET_HIP_MATH unsigned clamp(unsigned v, unsigned low, unsigned high) { return max(low, min(v, high)); }
RETARGET_HIP_MATH uint2 clamp(uint2 v, uint2 low, uint2 high) { return max(low, min(v, high)); }
RETARGET_HIP_MATH uint2 clamp(uint2 v, unsigned low, unsigned high) {
  return clamp(v, make_uint2(low), make_uint2(high));
}
RETARGET_HIP_MATH uint3 clamp(uint3 v, uint3 low, uint3 high) { return max(low, min(v, high)); }
RETARGET_HIP_MATH uint3 clamp(uint3 v, unsigned low, unsigned high) {
  return clamp(v, make_uint3(low), make_uint3(high));
}
RETARGET_HIP_MATH uint4 clamp(uint4 v, uint4 low, uint4 high) { return max(low, min(v, high)); }
RETARGET_HIP_MATH uint4 clamp(uint4 v, unsigned low, unsigned high) {
  return clamp(v, make_uint4(low), make_uint4(high));
}

// Products and lengths.
RETARGET_HIP_MATH float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
RETARGET_HIP_MATH float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
RETARGET_HIP_MATH float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
RETARGET_HIP_MATH int dot(int2 a, int2 b) { return a.x * b.x + a.y * b.y; }
RETARGET_HIP_MATH int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
RETARGET_HIP_MATH int dot(int4 a, int4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
RETARGET_HIP_MATH unsigned dot(uint2 a, uint2 b) { return a.x * b.x + a.y * b.y; }
RETARGET_HIP_MATH unsigned dot(uint3 a, uint3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
RETARGET_HIP_MATH unsigned dot(uint4 a, uint4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
RETARGET_HIP_MATH float3 cross(float3 a, float3 b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
#if !defined(__cpp_lib_interpolate)  // else ::lerp is std::lerp
RETARGET_HIP_MATH float lerp(float a, float b, float t) { return a + t * (b - a); }
#endif
RETARGET_HIP_MATH float smoothstep(float a, float b, float x) {
  const float t = clamp((x - a) / (b - a), 0.0f, 1.0f);
  return t * t * (3.0f - 2.0f * t);
}
RETARGET_HIP_MATH float fracf(float v) { return v - floorf(v); }
RETARGET_HIP_MATH float2 floorf(float2 v) { return make_float2(floorf(v.x), floorf(v.y)); }
RETARGET_HIP_MATH float2 fabs(float2 v) { return make_float2(fabsf(v.x), fabsf(v.y)); }
RETARGET_HIP_MATH float2 fmodf(float2 a, float2 b) { return make_float2(fmodf(a.x, b.x), fmodf(a.y, b.y)); }
RETARGET_HIP_MATH int2 abs(int2 v) { return make_int2(v.x < 0 ? -v.x : v.x, v.y < 0 ? -v.y : v.y); }
RETARGET_HIP_MATH float3 floorf(float3 v) { return make_float3(floorf(v.x), floorf(v.y), floorf(v.z)); }
RETARGET_HIP_MATH float3 fabs(float3 v) { return make_float3(fabsf(v.x), fabsf(v.y), fabsf(v.z)); }
RETARGET_HIP_MATH float3 fmodf(float3 a, float3 b) {
  return make_float3(fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z));
}
RETARGET_HIP_MATH int3 abs(int3 v) {
  return make_int3(v.x < 0 ? -v.x : v.x, v.y < 0 ? -v.y : v.y, v.z < 0 ? -v.z : v.z);
}
RETARGET_HIP_MATH float4 floorf(float4 v) {
  return make_float4(floorf(v.x), floorf(v.y), floorf(v.z), floorf(v.w));
}
RETARGET_HIP_MATH float4 fabs(float4 v) {
  return make_float4(fabsf(v.x), fabsf(v.y), fabsf(v.z), fabsf(v.w));
}
RETARGET_HIP_MATH float4 fmodf(float4 a, float4 b) {
  return make_float4(fmodf(a.x, b.x), fmodf(a.y, b.y), fmodf(a.z, b.z), fmodf(a.w, b.w));
}
RETARGET_HIP_MATH int4 abs(int4 v) {
  return make_int4(v.x < 0 ? -v.x : v.x, v.y < 0 ? -v.y : v.y, v.z < 0 ? -v.z : v.z, v.w < 0 ? -v.w : v.w);
}

#if defined(__clang__) || defined(RETARGET_HOST)  // to other compilers the vectors of older HIP have no arithmetic
#define RETARGET_HIP_MATH_OF(V)                                                                  \
  RETARGET_HIP_MATH float length(V v) { return sqrtf(dot(v, v)); }                              \
  RETARGET_HIP_MATH V normalize(V v) { return v * make_##V(1.0f / sqrtf(dot(v, v))); }          \
  RETARGET_HIP_MATH V lerp(V a, V b, float t) { return a + make_##V(t) * (b - a); }             \
  RETARGET_HIP_MATH V reflect(V i, V n) { return i - make_##V(2.0f * dot(n, i)) * n; }          \
  RETARGET_HIP_MATH V fracf(V v) { return v - floorf(v); }                                      \
  RETARGET_HIP_MATH V smoothstep(V a, V b, V x) {                                               \
    const V t = clamp((x - a) / (b - a), 0.0f, 1.0f);                                           \
    return t * t * (make_##V(3.0f) - make_##V(2.0f) * t);                                       \
  }
RETARGET_HIP_MATH_OF(float2)
RETARGET_HIP_MATH_OF(float3)
RETARGET_HIP_MATH_OF(float4)
#undef RETARGET_HIP_MATH_OF
#endif
#undef RETARGET_HIP_MATH

#endif
#endif
