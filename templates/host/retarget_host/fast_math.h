// The device's quick approximations, here as exact as float allows: no approximation is imitated.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_FAST_MATH_H
#define RETARGET_HOST_FAST_MATH_H

#include <math.h>

// The C library of Linux declares some of these names for itself, and does not export them.
inline float __sinf(float x) { return sinf(x); }
inline float __cosf(float x) { return cosf(x); }
inline float __tanf(float x) { return tanf(x); }
inline void __sincosf(float x, float* sine, float* cosine) { sincosf(x, sine, cosine); }
inline float __expf(float x) { return expf(x); }
inline float __exp10f(float x) { return exp10f(x); }
inline float __logf(float x) { return logf(x); }
inline float __log2f(float x) { return log2f(x); }
inline float __log10f(float x) { return log10f(x); }
inline float __powf(float x, float y) { return exp2f(y * log2f(x)); }
#if defined(RETARGET_HOST_CUDA)  // divisors beyond 2**126, and what is not a number: as NVIDIA's machine, and as AMD's
inline float __fdividef(float x, float y) { return fabsf(y) > 0x1p126f ? x * copysignf(0.0f, y) : x / y; }
inline float __saturatef(float x) { return x >= 1 ? 1.0f : x > 0 ? x : 0.0f; }
#else
inline float __fdividef(float x, float y) { return x / y; }
inline float __saturatef(float x) { return x < 0 ? 0.0f : x > 1 ? 1.0f : x; }
#endif
inline float __tanhf(float x) { return tanhf(x); }

#endif
