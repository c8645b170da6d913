// The support headers that stand for CUDA's helpers, read for programs as they came: what they name of HIP, in CUDA.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_HELPERS_HIP_RUNTIME_H
#define RETARGET_HOST_HELPERS_HIP_RUNTIME_H

#include <cuda_runtime.h>

using hipError_t = cudaError_t;
using hipDevice_t = int;
using hipDeviceProp_t = cudaDeviceProp;
using hipDeviceAttribute_t = cudaDeviceAttr;
constexpr hipError_t hipSuccess = cudaSuccess;

inline const char* hipGetErrorName(hipError_t error) { return cudaGetErrorName(error); }
inline const char* hipGetErrorString(hipError_t error) { return cudaGetErrorString(error); }
inline hipError_t hipGetLastError() { return cudaGetLastError(); }
inline hipError_t hipGetDeviceCount(int* count) { return cudaGetDeviceCount(count); }
inline hipError_t hipSetDevice(int device) { return cudaSetDevice(device); }
inline hipError_t hipGetDeviceProperties(hipDeviceProp_t* to, int device) { return cudaGetDeviceProperties(to, device); }
inline hipError_t hipDeviceGet(hipDevice_t* to, int ordinal) {
  *to = ordinal;
  return cudaSuccess;
}
inline hipError_t hipDeviceGetAttribute(int* to, hipDeviceAttribute_t what, int device) {
  return cudaDeviceGetAttribute(to, what, device);
}
inline hipError_t hipDeviceSynchronize() { return cudaDeviceSynchronize(); }
inline hipError_t hipDeviceReset() { return cudaDeviceReset(); }

// HIP's vectors have arithmetic. Templates: a program's own operators are preferred.
#define RETARGET_OPERATORS(V, T, op, each)                                                              \
  template <typename = void>                                                                            \
  inline V operator op(V a, V b) {                                                                      \
    V r;                                                                                                \
    each(RETARGET_COMPONENT, op) return r;                                                              \
  }                                                                                                     \
  template <typename = void>                                                                            \
  inline V operator op(V a, T s) {                                                                      \
    V r, b;                                                                                             \
    each(RETARGET_FILL, op) each(RETARGET_COMPONENT, op) return r;                                      \
  }                                                                                                     \
  template <typename = void>                                                                            \
  inline V operator op(T s, V b) {                                                                      \
    V r, a;                                                                                             \
    each(RETARGET_FILL_LEFT, op) each(RETARGET_COMPONENT, op) return r;                                 \
  }                                                                                                     \
  template <typename = void>                                                                            \
  inline V& operator op##=(V& a, V b) {                                                                 \
    return a = a op b;                                                                                  \
  }                                                                                                     \
  template <typename = void>                                                                            \
  inline V& operator op##=(V& a, T s) {                                                                 \
    return a = a op s;                                                                                  \
  }
#define RETARGET_COMPONENT(c, op) r.c = a.c op b.c;
#define RETARGET_FILL(c, op) b.c = s;
#define RETARGET_FILL_LEFT(c, op) a.c = s;
#define RETARGET_EACH2(f, op) f(x, op) f(y, op)
#define RETARGET_EACH3(f, op) RETARGET_EACH2(f, op) f(z, op)
#define RETARGET_EACH4(f, op) RETARGET_EACH3(f, op) f(w, op)
#define RETARGET_ARITHMETIC(V, T, each) \
  RETARGET_OPERATORS(V, T, +, each)     \
  RETARGET_OPERATORS(V, T, -, each)     \
  RETARGET_OPERATORS(V, T, *, each)     \
  RETARGET_OPERATORS(V, T, /, each)
#define RETARGET_VECTORS(name, T)                  \
  RETARGET_ARITHMETIC(name##2, T, RETARGET_EACH2)  \
  RETARGET_ARITHMETIC(name##3, T, RETARGET_EACH3)  \
  RETARGET_ARITHMETIC(name##4, T, RETARGET_EACH4)
RETARGET_VECTORS(float, float)
RETARGET_VECTORS(int, int)
RETARGET_VECTORS(uint, unsigned)
#undef RETARGET_VECTORS
#undef RETARGET_ARITHMETIC
#undef RETARGET_OPERATORS

#define RETARGET_MINUS(name, T)                                                                          \
  template <typename = void>                                                                             \
  inline name##2 operator-(name##2 a) {                                                                  \
    return {T(-a.x), T(-a.y)};                                                                           \
  }                                                                                                      \
  template <typename = void>                                                                             \
  inline name##3 operator-(name##3 a) {                                                                  \
    return {T(-a.x), T(-a.y), T(-a.z)};                                                                  \
  }                                                                                                      \
  template <typename = void>                                                                             \
  inline name##4 operator-(name##4 a) {                                                                  \
    return {T(-a.x), T(-a.y), T(-a.z), T(-a.w)};                                                         \
  }
RETARGET_MINUS(float, float)
RETARGET_MINUS(int, int)
#undef RETARGET_MINUS

#endif
